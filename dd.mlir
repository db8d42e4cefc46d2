#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0) -> (d0)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map3 = affine_map<(d0, d1) -> ()>
module attributes {tine.devices = ["cpu:0"], tine.name = "/work/scratch/opts/dd_t.py", tine.phase = "buffer"} {
  func.func private @program() {
    %alloca = memref.alloca() {alignment = 64 : i64} : memref<f64>
    %alloca_0 = memref.alloca() {alignment = 64 : i64} : memref<f64>
    %alloca_1 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_2 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_3 = memref.alloca() {alignment = 64 : i64} : memref<f64>
    %alloca_4 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_5 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_6 = memref.alloca() {alignment = 64 : i64} : memref<f64>
    %alloca_7 = memref.alloca() {alignment = 64 : i64} : memref<f64>
    %alloca_8 = memref.alloca() {alignment = 64 : i64} : memref<3x4xf64>
    %alloca_9 = memref.alloca() {alignment = 64 : i64} : memref<1x3x3xf64>
    %alloca_10 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_11 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_12 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_13 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_14 = memref.alloca() {alignment = 64 : i64} : memref<3xf64>
    %alloca_15 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_16 = memref.alloca() {alignment = 64 : i64} : memref<3x4xf64>
    %alloca_17 = memref.alloca() {alignment = 64 : i64} : memref<f64>
    %alloca_18 = memref.alloca() {alignment = 64 : i64} : memref<f64>
    %alloca_19 = memref.alloca() {alignment = 64 : i64} : memref<f64>
    %alloca_20 = memref.alloca() {alignment = 64 : i64} : memref<3x12xf64>
    %alloca_21 = memref.alloca() {alignment = 64 : i64} : memref<3x12xf64>
    %alloca_22 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_23 = memref.alloca() {alignment = 64 : i64} : memref<f64>
    %alloca_24 = memref.alloca() {alignment = 64 : i64} : memref<3x12xf64>
    %alloca_25 = memref.alloca() {alignment = 64 : i64} : memref<3x12xf64>
    %alloca_26 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_27 = memref.alloca() {alignment = 64 : i64} : memref<f64>
    %alloca_28 = memref.alloca() {alignment = 64 : i64} : memref<f64>
    %alloca_29 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_30 = memref.alloca() {alignment = 64 : i64} : memref<3x4xf64>
    %alloca_31 = memref.alloca() {alignment = 64 : i64} : memref<1x3x12xf64>
    %alloca_32 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_33 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_34 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_35 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_36 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_37 = memref.alloca() {alignment = 64 : i64} : memref<3x12xf64>
    %alloca_38 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_39 = memref.alloca() {alignment = 64 : i64} : memref<3x12xf64>
    %alloca_40 = memref.alloca() {alignment = 64 : i64} : memref<3x12xf64>
    %alloca_41 = memref.alloca() {alignment = 64 : i64} : memref<12xf64>
    %alloca_42 = memref.alloca() {alignment = 64 : i64} : memref<12x3xf64>
    %alloca_43 = memref.alloca() {alignment = 64 : i64} : memref<12x4xf64>
    %alloca_44 = memref.alloca() {alignment = 64 : i64} : memref<f64>
    %alloca_45 = memref.alloca() {alignment = 64 : i64} : memref<f64>
    %alloca_46 = memref.alloca() {alignment = 64 : i64} : memref<f64>
    %alloca_47 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_48 = memref.alloca() {alignment = 64 : i64} : memref<3x9xf64>
    %alloca_49 = memref.alloca() {alignment = 64 : i64} : memref<3x9xf64>
    %alloca_50 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_51 = memref.alloca() {alignment = 64 : i64} : memref<3x4xf64>
    %alloca_52 = memref.alloca() {alignment = 64 : i64} : memref<f64>
    %alloca_53 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_54 = memref.alloca() {alignment = 64 : i64} : memref<3x9xf64>
    %alloca_55 = memref.alloca() {alignment = 64 : i64} : memref<3x9xf64>
    %alloca_56 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_57 = memref.alloca() {alignment = 64 : i64} : memref<3x4xf64>
    %alloca_58 = memref.alloca() {alignment = 64 : i64} : memref<f64>
    %alloca_59 = memref.alloca() {alignment = 64 : i64} : memref<f64>
    %alloca_60 = memref.alloca() {alignment = 64 : i64} : memref<f64>
    %alloca_61 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_62 = memref.alloca() {alignment = 64 : i64} : memref<9xf64>
    %alloca_63 = memref.alloca() {alignment = 64 : i64} : memref<3x4xf64>
    %alloca_64 = memref.alloca() {alignment = 64 : i64} : memref<12xf64>
    %alloca_65 = memref.alloca() {alignment = 64 : i64} : memref<3x4xf64>
    %alloca_66 = memref.alloca() {alignment = 64 : i64} : memref<1x3x9xf64>
    %alloca_67 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_68 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_69 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_70 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_71 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_72 = memref.alloca() {alignment = 64 : i64} : memref<3x9xf64>
    %alloca_73 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_74 = memref.alloca() {alignment = 64 : i64} : memref<3x9xf64>
    %alloca_75 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_76 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_77 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_78 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_79 = memref.alloca() {alignment = 64 : i64} : memref<3x3xf64>
    %alloca_80 = memref.alloca() {alignment = 64 : i64} : memref<9xf64>
    %alloca_81 = memref.alloca() {alignment = 64 : i64} : memref<9xf64>
    %alloca_82 = memref.alloca() {alignment = 64 : i64} : memref<3x9xf64>
    %alloca_83 = memref.alloca() {alignment = 64 : i64} : memref<3x9xf64>
    %alloca_84 = memref.alloca() {alignment = 64 : i64} : memref<9xf64>
    %alloca_85 = memref.alloca() {alignment = 64 : i64} : memref<9xf64>
    %alloca_86 = memref.alloca() {alignment = 64 : i64} : memref<9x3xf64>
    %alloca_87 = memref.alloca() {alignment = 64 : i64} : memref<9x4xf64>
    %cst = arith.constant 0.70710678118654746 : f64
    %cst_88 = arith.constant -0.70710678118654746 : f64
    %cst_89 = arith.constant 2.000000e+00 : f64
    %cst_90 = arith.constant 9.9999999999999995E-8 : f64
    %cst_91 = arith.constant 2.000000e-06 : f64
    %cst_92 = arith.constant 1.000000e+06 : f64
    %cst_93 = arith.constant 9.9999999999999995E-7 : f64
    %c-1_i64 = arith.constant -1 : i64
    %cst_94 = arith.constant 0.57735026918962584 : f64
    %cst_95 = arith.constant -0.57735026918962584 : f64
    %cst_96 = arith.constant 1.000000e+00 : f64
    %cst_97 = arith.constant 0.000000e+00 : f64
    %c11_i64 = arith.constant 11 : i64
    tine.manual_seed %c11_i64
    %0 = tine.box_alloc() : <tensor<3x4xf64>>
    tine.draw "normal" %cst_97, %cst_96 in %0 : f64, <tensor<3x4xf64>>
    %1 = tine.box_buffer %0 : <tensor<3x4xf64>> -> memref<3x4xf64>
    %2 = tine.box_alloc() : <tensor<3x4xf64>>
    tine.draw "normal" %cst_97, %cst_96 in %2 : f64, <tensor<3x4xf64>>
    tine.release %2 : !tine.box<tensor<3x4xf64>>
    %3 = tine.box_alloc() : <tensor<2x3x4xf64>>
    tine.draw "normal" %cst_97, %cst_96 in %3 : f64, <tensor<2x3x4xf64>>
    tine.release %3 : !tine.box<tensor<2x3x4xf64>>
    %4 = tine.box_alloc() : <tensor<2x4x3xf64>>
    tine.draw "normal" %cst_97, %cst_96 in %4 : f64, <tensor<2x4x3xf64>>
    tine.release %4 : !tine.box<tensor<2x4x3xf64>>
    %5 = tine.box_alloc() : <tensor<4xf64>>
    tine.draw "normal" %cst_97, %cst_96 in %5 : f64, <tensor<4xf64>>
    tine.release %5 : !tine.box<tensor<4xf64>>
    %6 = tine.box_alloc() : <tensor<3xf64>>
    tine.draw "normal" %cst_97, %cst_96 in %6 : f64, <tensor<3xf64>>
    tine.release %6 : !tine.box<tensor<3xf64>>
    %7 = tine.box_alloc() : <tensor<4x3xf64>>
    tine.draw "normal" %cst_97, %cst_96 in %7 : f64, <tensor<4x3xf64>>
    tine.release %7 : !tine.box<tensor<4x3xf64>>
    %8 = tine.box_alloc() : <tensor<3x3xf64>>
    tine.draw "normal" %cst_97, %cst_96 in %8 : f64, <tensor<3x3xf64>>
    %9 = tine.box_buffer %8 : <tensor<3x3xf64>> -> memref<3x3xf64>
    %10 = tine.box_alloc() : <tensor<9x4xf32>>
    tine.draw "uniform" %cst_95, %cst_94 in %10 : f64, <tensor<9x4xf32>>
    %11 = tine.box_buffer %10 : <tensor<9x4xf32>> -> memref<9x4xf32>
    %12 = tine.box_alloc() : <tensor<9x3xf32>>
    tine.draw "uniform" %cst_95, %cst_94 in %12 : f64, <tensor<9x3xf32>>
    %13 = tine.box_buffer %12 : <tensor<9x3xf32>> -> memref<9x3xf32>
    %14 = tine.box_alloc() : <tensor<9xf32>>
    tine.draw "uniform" %cst_95, %cst_94 in %14 : f64, <tensor<9xf32>>
    %15 = tine.box_buffer %14 : <tensor<9xf32>> -> memref<9xf32>
    %16 = tine.box_alloc() : <tensor<9xf32>>
    tine.draw "uniform" %cst_95, %cst_94 in %16 : f64, <tensor<9xf32>>
    %17 = tine.box_buffer %16 : <tensor<9xf32>> -> memref<9xf32>
    %18 = tine.box_alloc() : <tensor<12x4xf32>>
    tine.draw "uniform" %cst_95, %cst_94 in %18 : f64, <tensor<12x4xf32>>
    %19 = tine.box_buffer %18 : <tensor<12x4xf32>> -> memref<12x4xf32>
    %20 = tine.box_alloc() : <tensor<12x3xf32>>
    tine.draw "uniform" %cst_95, %cst_94 in %20 : f64, <tensor<12x3xf32>>
    %21 = tine.box_buffer %20 : <tensor<12x3xf32>> -> memref<12x3xf32>
    %22 = tine.box_alloc() : <tensor<12xf32>>
    tine.draw "uniform" %cst_95, %cst_94 in %22 : f64, <tensor<12xf32>>
    %23 = tine.box_buffer %22 : <tensor<12xf32>> -> memref<12xf32>
    %24 = tine.box_alloc() : <tensor<12xf32>>
    tine.draw "uniform" %cst_95, %cst_94 in %24 : f64, <tensor<12xf32>>
    %25 = tine.box_buffer %24 : <tensor<12xf32>> -> memref<12xf32>
    %26 = tine.box_alloc() : <tensor<3x4xf32>>
    tine.draw "uniform" %cst_95, %cst_94 in %26 : f64, <tensor<3x4xf32>>
    %27 = tine.box_buffer %26 : <tensor<3x4xf32>> -> memref<3x4xf32>
    %28 = tine.box_alloc() : <tensor<3x3xf32>>
    tine.draw "uniform" %cst_95, %cst_94 in %28 : f64, <tensor<3x3xf32>>
    %29 = tine.box_buffer %28 : <tensor<3x3xf32>> -> memref<3x3xf32>
    %30 = tine.box_alloc() : <tensor<3xf32>>
    tine.draw "uniform" %cst_95, %cst_94 in %30 : f64, <tensor<3xf32>>
    %31 = tine.box_buffer %30 : <tensor<3xf32>> -> memref<3xf32>
    %32 = tine.box_alloc() : <tensor<3xf32>>
    tine.draw "uniform" %cst_95, %cst_94 in %32 : f64, <tensor<3xf32>>
    %33 = tine.box_buffer %32 : <tensor<3xf32>> -> memref<3xf32>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%11 : memref<9x4xf32>) outs(%alloca_87 : memref<9x4xf64>) {
    ^bb0(%in: f32, %out: f64):
      %151 = arith.extf %in : f32 to f64
      linalg.yield %151 : f64
    }
    tine.release %10 : !tine.box<tensor<9x4xf32>>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%13 : memref<9x3xf32>) outs(%alloca_86 : memref<9x3xf64>) {
    ^bb0(%in: f32, %out: f64):
      %151 = arith.extf %in : f32 to f64
      linalg.yield %151 : f64
    }
    tine.release %12 : !tine.box<tensor<9x3xf32>>
    linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%15 : memref<9xf32>) outs(%alloca_85 : memref<9xf64>) {
    ^bb0(%in: f32, %out: f64):
      %151 = arith.extf %in : f32 to f64
      linalg.yield %151 : f64
    }
    tine.release %14 : !tine.box<tensor<9xf32>>
    linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%17 : memref<9xf32>) outs(%alloca_84 : memref<9xf64>) {
    ^bb0(%in: f32, %out: f64):
      %151 = arith.extf %in : f32 to f64
      linalg.yield %151 : f64
    }
    tine.release %16 : !tine.box<tensor<9xf32>>
    cpu.matmul %1, %alloca_87 transposed plus %alloca_85 : memref<9xf64> into %alloca_83 : memref<3x4xf64>, memref<9x4xf64> into memref<3x9xf64>
    %34 = tine.list_new : <!tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>>
    cpu.matmul %9, %alloca_86 transposed plus %alloca_84 : memref<9xf64> into %alloca_82 : memref<3x3xf64>, memref<9x3xf64> into memref<3x9xf64>
    %subview = memref.subview %alloca_83[0, 0] [3, 3] [1, 1] : memref<3x9xf64> to memref<3x3xf64, strided<[9, 1]>>
    %subview_98 = memref.subview %alloca_82[0, 0] [3, 3] [1, 1] : memref<3x9xf64> to memref<3x3xf64, strided<[9, 1]>>
    %35 = tine.box_alloc() : <tensor<3x3xf64>>
    %36 = tine.box_buffer %35 : <tensor<3x3xf64>> -> memref<3x3xf64>
    linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%subview, %subview_98 : memref<3x3xf64, strided<[9, 1]>>, memref<3x3xf64, strided<[9, 1]>>) outs(%36 : memref<3x3xf64>) {
    ^bb0(%in: f64, %in_144: f64, %out: f64):
      %151 = arith.addf %in, %in_144 : f64
      %152 = arith.negf %151 : f64
      %153 = math.exp %152 : f64
      %154 = arith.addf %153, %cst_96 : f64
      %155 = arith.divf %cst_96, %154 : f64
      linalg.yield %155 : f64
    }
    %subview_99 = memref.subview %alloca_83[0, 3] [3, 3] [1, 1] : memref<3x9xf64> to memref<3x3xf64, strided<[9, 1], offset: 3>>
    %subview_100 = memref.subview %alloca_82[0, 3] [3, 3] [1, 1] : memref<3x9xf64> to memref<3x3xf64, strided<[9, 1], offset: 3>>
    %37 = tine.box_alloc() : <tensor<3x3xf64>>
    %38 = tine.box_buffer %37 : <tensor<3x3xf64>> -> memref<3x3xf64>
    linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%subview_99, %subview_100 : memref<3x3xf64, strided<[9, 1], offset: 3>>, memref<3x3xf64, strided<[9, 1], offset: 3>>) outs(%38 : memref<3x3xf64>) {
    ^bb0(%in: f64, %in_144: f64, %out: f64):
      %151 = arith.addf %in, %in_144 : f64
      %152 = arith.negf %151 : f64
      %153 = math.exp %152 : f64
      %154 = arith.addf %153, %cst_96 : f64
      %155 = arith.divf %cst_96, %154 : f64
      linalg.yield %155 : f64
    }
    %subview_101 = memref.subview %alloca_83[0, 6] [3, 3] [1, 1] : memref<3x9xf64> to memref<3x3xf64, strided<[9, 1], offset: 6>>
    %subview_102 = memref.subview %alloca_82[0, 6] [3, 3] [1, 1] : memref<3x9xf64> to memref<3x3xf64, strided<[9, 1], offset: 6>>
    %39 = tine.box_alloc() : <tensor<3x3xf64>>
    %40 = tine.box_buffer %39 : <tensor<3x3xf64>> -> memref<3x3xf64>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%subview_102 : memref<3x3xf64, strided<[9, 1], offset: 6>>) outs(%40 : memref<3x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    }
    %41 = tine.box_alloc() : <tensor<3x3xf64>>
    %42 = tine.box_buffer %41 : <tensor<3x3xf64>> -> memref<3x3xf64>
    linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%subview_101, %36, %40 : memref<3x3xf64, strided<[9, 1], offset: 6>>, memref<3x3xf64>, memref<3x3xf64>) outs(%42 : memref<3x3xf64>) {
    ^bb0(%in: f64, %in_144: f64, %in_145: f64, %out: f64):
      %151 = arith.mulf %in_144, %in_145 : f64
      %152 = arith.addf %in, %151 : f64
      %153 = math.tanh %152 : f64
      linalg.yield %153 : f64
    }
    %43 = tine.box_alloc() : <tensor<3x3xf64>>
    %44 = tine.box_buffer %43 : <tensor<3x3xf64>> -> memref<3x3xf64>
    linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%9, %42 : memref<3x3xf64>, memref<3x3xf64>) outs(%44 : memref<3x3xf64>) {
    ^bb0(%in: f64, %in_144: f64, %out: f64):
      %151 = arith.subf %in, %in_144 : f64
      linalg.yield %151 : f64
    }
    tine.list_append %34, %37, %43, %41, %39, %35 : <!tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>
    linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel"]} outs(%alloca_81 : memref<9xf64>) {
    ^bb0(%out: f64):
      %151 = linalg.index 0 : index
      %152 = arith.index_cast %151 : index to i64
      %153 = arith.sitofp %152 : i64 to f64
      linalg.yield %153 : f64
    }
    linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%alloca_81 : memref<9xf64>) outs(%alloca_80 : memref<9xf64>) {
    ^bb0(%in: f64, %out: f64):
      %151 = math.cos %in : f64
      linalg.yield %151 : f64
    }
    %expand_shape = memref.expand_shape %alloca_80 [[0, 1]] output_shape [3, 3] : memref<9xf64> into memref<3x3xf64>
    %45:5 = tine.list_pop %34[%c-1_i64] : <!tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>> -> !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>
    tine.release %34 : !tine.list<!tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>>
    %46 = tine.box_buffer %45#0 : <tensor<3x3xf64>> -> memref<3x3xf64>
    %47 = tine.box_buffer %45#1 : <tensor<3x3xf64>> -> memref<3x3xf64>
    %48 = tine.box_buffer %45#2 : <tensor<3x3xf64>> -> memref<3x3xf64>
    %49 = tine.box_buffer %45#3 : <tensor<3x3xf64>> -> memref<3x3xf64>
    %50 = tine.box_buffer %45#4 : <tensor<3x3xf64>> -> memref<3x3xf64>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%expand_shape : memref<3x3xf64>) outs(%alloca_79 : memref<3x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      %151 = arith.addf %in, %cst_97 : f64
      linalg.yield %151 : f64
    }
    linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%alloca_79, %46 : memref<3x3xf64>, memref<3x3xf64>) outs(%alloca_78 : memref<3x3xf64>) {
    ^bb0(%in: f64, %in_144: f64, %out: f64):
      %151 = arith.mulf %in, %in_144 : f64
      linalg.yield %151 : f64
    }
    linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%alloca_79, %alloca_78, %48 : memref<3x3xf64>, memref<3x3xf64>, memref<3x3xf64>) outs(%alloca_77 : memref<3x3xf64>) {
    ^bb0(%in: f64, %in_144: f64, %in_145: f64, %out: f64):
      %151 = arith.mulf %in_145, %in_145 : f64
      %152 = arith.subf %cst_96, %151 : f64
      %153 = arith.negf %in_144 : f64
      %154 = arith.addf %in, %153 : f64
      %155 = arith.mulf %154, %152 : f64
      linalg.yield %155 : f64
    }
    tine.release %45#2 : !tine.box<tensor<3x3xf64>>
    linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%alloca_79, %47, %46 : memref<3x3xf64>, memref<3x3xf64>, memref<3x3xf64>) outs(%alloca_76 : memref<3x3xf64>) {
    ^bb0(%in: f64, %in_144: f64, %in_145: f64, %out: f64):
      %151 = arith.subf %cst_96, %in_145 : f64
      %152 = arith.mulf %in, %in_144 : f64
      %153 = arith.mulf %152, %151 : f64
      %154 = arith.mulf %153, %in_145 : f64
      linalg.yield %154 : f64
    }
    tine.release %45#1 : !tine.box<tensor<3x3xf64>>
    tine.release %45#0 : !tine.box<tensor<3x3xf64>>
    linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%alloca_77, %49, %50 : memref<3x3xf64>, memref<3x3xf64>, memref<3x3xf64>) outs(%alloca_75 : memref<3x3xf64>) {
    ^bb0(%in: f64, %in_144: f64, %in_145: f64, %out: f64):
      %151 = arith.subf %cst_96, %in_145 : f64
      %152 = arith.mulf %in, %in_144 : f64
      %153 = arith.mulf %152, %151 : f64
      %154 = arith.mulf %153, %in_145 : f64
      linalg.yield %154 : f64
    }
    tine.release %45#3 : !tine.box<tensor<3x3xf64>>
    linalg.fill ins(%cst_97 : f64) outs(%alloca_74 : memref<3x9xf64>)
    %subview_103 = memref.subview %alloca_74[0, 6] [3, 3] [1, 1] : memref<3x9xf64> to memref<3x3xf64, strided<[9, 1], offset: 6>>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%subview_103 : memref<3x3xf64, strided<[9, 1], offset: 6>>) outs(%alloca_73 : memref<3x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    }
    linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%alloca_73, %alloca_77, %50 : memref<3x3xf64>, memref<3x3xf64>, memref<3x3xf64>) outs(%subview_103 : memref<3x3xf64, strided<[9, 1], offset: 6>>) {
    ^bb0(%in: f64, %in_144: f64, %in_145: f64, %out: f64):
      %151 = arith.mulf %in_144, %in_145 : f64
      %152 = arith.addf %in, %151 : f64
      linalg.yield %152 : f64
    }
    tine.release %45#4 : !tine.box<tensor<3x3xf64>>
    memref.copy %alloca_74, %alloca_72 : memref<3x9xf64> to memref<3x9xf64>
    %subview_104 = memref.subview %alloca_72[0, 6] [3, 3] [1, 1] : memref<3x9xf64> to memref<3x3xf64, strided<[9, 1], offset: 6>>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%subview_103 : memref<3x3xf64, strided<[9, 1], offset: 6>>) outs(%subview_104 : memref<3x3xf64, strided<[9, 1], offset: 6>>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    }
    %subview_105 = memref.subview %alloca_72[0, 3] [3, 3] [1, 1] : memref<3x9xf64> to memref<3x3xf64, strided<[9, 1], offset: 3>>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%subview_105 : memref<3x3xf64, strided<[9, 1], offset: 3>>) outs(%alloca_71 : memref<3x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    }
    linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%alloca_71, %alloca_76 : memref<3x3xf64>, memref<3x3xf64>) outs(%subview_105 : memref<3x3xf64, strided<[9, 1], offset: 3>>) {
    ^bb0(%in: f64, %in_144: f64, %out: f64):
      %151 = arith.addf %in, %in_144 : f64
      linalg.yield %151 : f64
    }
    %subview_106 = memref.subview %alloca_72[0, 0] [3, 3] [1, 1] : memref<3x9xf64> to memref<3x3xf64, strided<[9, 1]>>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%subview_106 : memref<3x3xf64, strided<[9, 1]>>) outs(%alloca_70 : memref<3x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    }
    linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%alloca_70, %alloca_75 : memref<3x3xf64>, memref<3x3xf64>) outs(%subview_106 : memref<3x3xf64, strided<[9, 1]>>) {
    ^bb0(%in: f64, %in_144: f64, %out: f64):
      %151 = arith.addf %in, %in_144 : f64
      linalg.yield %151 : f64
    }
    linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%alloca_73, %alloca_77 : memref<3x3xf64>, memref<3x3xf64>) outs(%subview_103 : memref<3x3xf64, strided<[9, 1], offset: 6>>) {
    ^bb0(%in: f64, %in_144: f64, %out: f64):
      %151 = arith.addf %in, %in_144 : f64
      linalg.yield %151 : f64
    }
    %subview_107 = memref.subview %alloca_74[0, 3] [3, 3] [1, 1] : memref<3x9xf64> to memref<3x3xf64, strided<[9, 1], offset: 3>>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%subview_107 : memref<3x3xf64, strided<[9, 1], offset: 3>>) outs(%alloca_69 : memref<3x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    }
    linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%alloca_69, %alloca_76 : memref<3x3xf64>, memref<3x3xf64>) outs(%subview_107 : memref<3x3xf64, strided<[9, 1], offset: 3>>) {
    ^bb0(%in: f64, %in_144: f64, %out: f64):
      %151 = arith.addf %in, %in_144 : f64
      linalg.yield %151 : f64
    }
    %subview_108 = memref.subview %alloca_74[0, 0] [3, 3] [1, 1] : memref<3x9xf64> to memref<3x3xf64, strided<[9, 1]>>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%subview_108 : memref<3x3xf64, strided<[9, 1]>>) outs(%alloca_68 : memref<3x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    }
    linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%alloca_68, %alloca_75 : memref<3x3xf64>, memref<3x3xf64>) outs(%subview_108 : memref<3x3xf64, strided<[9, 1]>>) {
    ^bb0(%in: f64, %in_144: f64, %out: f64):
      %151 = arith.addf %in, %in_144 : f64
      linalg.yield %151 : f64
    }
    %expand_shape_109 = memref.expand_shape %alloca_74 [[0, 1], [2]] output_shape [1, 3, 9] : memref<3x9xf64> into memref<1x3x9xf64>
    cpu.matmul %alloca_72, %alloca_86 plus %alloca_78 : memref<3x3xf64> into %alloca_67 : memref<3x9xf64>, memref<9x3xf64> into memref<3x3xf64>
    linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expand_shape_109 : memref<1x3x9xf64>) outs(%alloca_66 : memref<1x3x9xf64>) {
    ^bb0(%in: f64, %out: f64):
      %151 = arith.addf %in, %cst_97 : f64
      linalg.yield %151 : f64
    }
    %collapse_shape = memref.collapse_shape %alloca_66 [[0, 1], [2]] : memref<1x3x9xf64> into memref<3x9xf64>
    cpu.matmul %collapse_shape, %alloca_87 into %alloca_65 : memref<3x9xf64>, memref<9x4xf64> into memref<3x4xf64>
    linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel"]} outs(%alloca_64 : memref<12xf64>) {
    ^bb0(%out: f64):
      %151 = linalg.index 0 : index
      %152 = arith.index_cast %151 : index to i64
      %153 = arith.sitofp %152 : i64 to f64
      %154 = arith.addf %153, %cst_96 : f64
      %155 = math.sin %154 : f64
      linalg.yield %155 : f64
    }
    %expand_shape_110 = memref.expand_shape %alloca_64 [[0, 1]] output_shape [3, 4] : memref<12xf64> into memref<3x4xf64>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%expand_shape_110 : memref<3x4xf64>) outs(%alloca_63 : memref<3x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %151 = arith.mulf %in, %cst_93 : f64
      linalg.yield %151 : f64
    }
    linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%alloca_81 : memref<9xf64>) outs(%alloca_62 : memref<9xf64>) {
    ^bb0(%in: f64, %out: f64):
      %151 = arith.addf %in, %cst_96 : f64
      %152 = math.sin %151 : f64
      linalg.yield %152 : f64
    }
    %expand_shape_111 = memref.expand_shape %alloca_62 [[0, 1]] output_shape [3, 3] : memref<9xf64> into memref<3x3xf64>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%expand_shape_111 : memref<3x3xf64>) outs(%alloca_61 : memref<3x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      %151 = arith.mulf %in, %cst_93 : f64
      linalg.yield %151 : f64
    }
    linalg.fill ins(%cst_97 : f64) outs(%alloca_60 : memref<f64>)
    memref.copy %alloca_60, %alloca_59 : memref<f64> to memref<f64>
    linalg.generic {indexing_maps = [#map, #map, #map3], iterator_types = ["reduction", "reduction"]} ins(%alloca_65, %alloca_63 : memref<3x4xf64>, memref<3x4xf64>) outs(%alloca_59 : memref<f64>) {
    ^bb0(%in: f64, %in_144: f64, %out: f64):
      %151 = arith.mulf %in, %in_144 : f64
      %152 = arith.addf %out, %151 fastmath<reassoc> : f64
      linalg.yield %152 : f64
    }
    %51 = memref.load %alloca_59[] : memref<f64>
    %52 = arith.mulf %51, %cst_92 : f64
    %53 = arith.addf %52, %cst_97 : f64
    memref.copy %alloca_60, %alloca_58 : memref<f64> to memref<f64>
    linalg.generic {indexing_maps = [#map, #map, #map3], iterator_types = ["reduction", "reduction"]} ins(%alloca_67, %alloca_61 : memref<3x3xf64>, memref<3x3xf64>) outs(%alloca_58 : memref<f64>) {
    ^bb0(%in: f64, %in_144: f64, %out: f64):
      %151 = arith.mulf %in, %in_144 : f64
      %152 = arith.addf %out, %151 fastmath<reassoc> : f64
      linalg.yield %152 : f64
    }
    %54 = memref.load %alloca_58[] : memref<f64>
    %55 = arith.mulf %54, %cst_92 : f64
    %56 = arith.addf %53, %55 : f64
    linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%1, %alloca_63 : memref<3x4xf64>, memref<3x4xf64>) outs(%alloca_57 : memref<3x4xf64>) {
    ^bb0(%in: f64, %in_144: f64, %out: f64):
      %151 = arith.addf %in, %in_144 : f64
      linalg.yield %151 : f64
    }
    linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%9, %alloca_61 : memref<3x3xf64>, memref<3x3xf64>) outs(%alloca_56 : memref<3x3xf64>) {
    ^bb0(%in: f64, %in_144: f64, %out: f64):
      %151 = arith.addf %in, %in_144 : f64
      linalg.yield %151 : f64
    }
    cpu.matmul %alloca_57, %alloca_87 transposed plus %alloca_85 : memref<9xf64> into %alloca_55 : memref<3x4xf64>, memref<9x4xf64> into memref<3x9xf64>
    cpu.matmul %alloca_56, %alloca_86 transposed plus %alloca_84 : memref<9xf64> into %alloca_54 : memref<3x3xf64>, memref<9x3xf64> into memref<3x9xf64>
    %subview_112 = memref.subview %alloca_55[0, 0] [3, 3] [1, 1] : memref<3x9xf64> to memref<3x3xf64, strided<[9, 1]>>
    %subview_113 = memref.subview %alloca_55[0, 3] [3, 3] [1, 1] : memref<3x9xf64> to memref<3x3xf64, strided<[9, 1], offset: 3>>
    %subview_114 = memref.subview %alloca_55[0, 6] [3, 3] [1, 1] : memref<3x9xf64> to memref<3x3xf64, strided<[9, 1], offset: 6>>
    %subview_115 = memref.subview %alloca_54[0, 0] [3, 3] [1, 1] : memref<3x9xf64> to memref<3x3xf64, strided<[9, 1]>>
    %subview_116 = memref.subview %alloca_54[0, 3] [3, 3] [1, 1] : memref<3x9xf64> to memref<3x3xf64, strided<[9, 1], offset: 3>>
    %subview_117 = memref.subview %alloca_54[0, 6] [3, 3] [1, 1] : memref<3x9xf64> to memref<3x3xf64, strided<[9, 1], offset: 6>>
    memref.copy %alloca_56, %alloca_53 : memref<3x3xf64> to memref<3x3xf64>
    memref.copy %alloca_60, %alloca_52 : memref<f64> to memref<f64>
    linalg.generic {indexing_maps = [#map, #map, #map, #map, #map, #map, #map, #map, #map3], iterator_types = ["reduction", "reduction"]} ins(%subview_112, %subview_113, %subview_114, %subview_115, %subview_116, %subview_117, %expand_shape : memref<3x3xf64, strided<[9, 1]>>, memref<3x3xf64, strided<[9, 1], offset: 3>>, memref<3x3xf64, strided<[9, 1], offset: 6>>, memref<3x3xf64, strided<[9, 1]>>, memref<3x3xf64, strided<[9, 1], offset: 3>>, memref<3x3xf64, strided<[9, 1], offset: 6>>, memref<3x3xf64>) outs(%alloca_53, %alloca_52 : memref<3x3xf64>, memref<f64>) {
    ^bb0(%in: f64, %in_144: f64, %in_145: f64, %in_146: f64, %in_147: f64, %in_148: f64, %in_149: f64, %out: f64, %out_150: f64):
      %151 = arith.addf %in, %in_146 : f64
      %152 = arith.negf %151 : f64
      %153 = math.exp %152 : f64
      %154 = arith.addf %153, %cst_96 : f64
      %155 = arith.divf %cst_96, %154 : f64
      %156 = arith.addf %in_144, %in_147 : f64
      %157 = arith.negf %156 : f64
      %158 = math.exp %157 : f64
      %159 = arith.addf %158, %cst_96 : f64
      %160 = arith.divf %cst_96, %159 : f64
      %161 = arith.mulf %155, %in_148 : f64
      %162 = arith.addf %in_145, %161 : f64
      %163 = math.tanh %162 : f64
      %164 = arith.subf %out, %163 : f64
      %165 = arith.mulf %164, %160 : f64
      %166 = arith.addf %165, %163 : f64
      %167 = arith.mulf %166, %in_149 : f64
      %168 = arith.addf %out_150, %167 fastmath<reassoc> : f64
      linalg.yield %166, %168 : f64, f64
    }
    %57 = memref.load %alloca_52[] : memref<f64>
    linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%1, %alloca_63 : memref<3x4xf64>, memref<3x4xf64>) outs(%alloca_51 : memref<3x4xf64>) {
    ^bb0(%in: f64, %in_144: f64, %out: f64):
      %151 = arith.subf %in, %in_144 : f64
      linalg.yield %151 : f64
    }
    linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%9, %alloca_61 : memref<3x3xf64>, memref<3x3xf64>) outs(%alloca_50 : memref<3x3xf64>) {
    ^bb0(%in: f64, %in_144: f64, %out: f64):
      %151 = arith.subf %in, %in_144 : f64
      linalg.yield %151 : f64
    }
    cpu.matmul %alloca_51, %alloca_87 transposed plus %alloca_85 : memref<9xf64> into %alloca_49 : memref<3x4xf64>, memref<9x4xf64> into memref<3x9xf64>
    cpu.matmul %alloca_50, %alloca_86 transposed plus %alloca_84 : memref<9xf64> into %alloca_48 : memref<3x3xf64>, memref<9x3xf64> into memref<3x9xf64>
    %subview_118 = memref.subview %alloca_49[0, 0] [3, 3] [1, 1] : memref<3x9xf64> to memref<3x3xf64, strided<[9, 1]>>
    %subview_119 = memref.subview %alloca_49[0, 3] [3, 3] [1, 1] : memref<3x9xf64> to memref<3x3xf64, strided<[9, 1], offset: 3>>
    %subview_120 = memref.subview %alloca_49[0, 6] [3, 3] [1, 1] : memref<3x9xf64> to memref<3x3xf64, strided<[9, 1], offset: 6>>
    %subview_121 = memref.subview %alloca_48[0, 0] [3, 3] [1, 1] : memref<3x9xf64> to memref<3x3xf64, strided<[9, 1]>>
    %subview_122 = memref.subview %alloca_48[0, 3] [3, 3] [1, 1] : memref<3x9xf64> to memref<3x3xf64, strided<[9, 1], offset: 3>>
    %subview_123 = memref.subview %alloca_48[0, 6] [3, 3] [1, 1] : memref<3x9xf64> to memref<3x3xf64, strided<[9, 1], offset: 6>>
    memref.copy %alloca_50, %alloca_47 : memref<3x3xf64> to memref<3x3xf64>
    memref.copy %alloca_60, %alloca_46 : memref<f64> to memref<f64>
    linalg.generic {indexing_maps = [#map, #map, #map, #map, #map, #map, #map, #map, #map3], iterator_types = ["reduction", "reduction"]} ins(%subview_118, %subview_119, %subview_120, %subview_121, %subview_122, %subview_123, %expand_shape : memref<3x3xf64, strided<[9, 1]>>, memref<3x3xf64, strided<[9, 1], offset: 3>>, memref<3x3xf64, strided<[9, 1], offset: 6>>, memref<3x3xf64, strided<[9, 1]>>, memref<3x3xf64, strided<[9, 1], offset: 3>>, memref<3x3xf64, strided<[9, 1], offset: 6>>, memref<3x3xf64>) outs(%alloca_47, %alloca_46 : memref<3x3xf64>, memref<f64>) {
    ^bb0(%in: f64, %in_144: f64, %in_145: f64, %in_146: f64, %in_147: f64, %in_148: f64, %in_149: f64, %out: f64, %out_150: f64):
      %151 = arith.addf %in, %in_146 : f64
      %152 = arith.negf %151 : f64
      %153 = math.exp %152 : f64
      %154 = arith.addf %153, %cst_96 : f64
      %155 = arith.divf %cst_96, %154 : f64
      %156 = arith.addf %in_144, %in_147 : f64
      %157 = arith.negf %156 : f64
      %158 = math.exp %157 : f64
      %159 = arith.addf %158, %cst_96 : f64
      %160 = arith.divf %cst_96, %159 : f64
      %161 = arith.mulf %155, %in_148 : f64
      %162 = arith.addf %in_145, %161 : f64
      %163 = math.tanh %162 : f64
      %164 = arith.subf %out, %163 : f64
      %165 = arith.mulf %164, %160 : f64
      %166 = arith.addf %165, %163 : f64
      %167 = arith.mulf %166, %in_149 : f64
      %168 = arith.addf %out_150, %167 fastmath<reassoc> : f64
      linalg.yield %166, %168 : f64, f64
    }
    %58 = memref.load %alloca_46[] : memref<f64>
    %59 = arith.subf %57, %58 : f64
    %60 = arith.divf %59, %cst_91 : f64
    %61 = arith.subf %60, %56 : f64
    %62 = math.absf %61 : f64
    %63 = math.absf %56 : f64
    %64 = arith.addf %63, %cst_96 : f64
    %65 = arith.mulf %64, %cst_90 : f64
    %66 = arith.cmpf olt, %62, %65 : f64
    memref.copy %alloca_60, %alloca_45 : memref<f64> to memref<f64>
    linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["reduction", "reduction"]} ins(%alloca_65 : memref<3x4xf64>) outs(%alloca_45 : memref<f64>) {
    ^bb0(%in: f64, %out: f64):
      %151 = math.absf %in : f64
      %152 = arith.addf %out, %151 fastmath<reassoc> : f64
      linalg.yield %152 : f64
    }
    %67 = memref.load %alloca_45[] : memref<f64>
    %68 = tine.format eager "%p>.7g%;"(%67 : f64)
    memref.copy %alloca_60, %alloca_44 : memref<f64> to memref<f64>
    linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["reduction", "reduction"]} ins(%alloca_67 : memref<3x3xf64>) outs(%alloca_44 : memref<f64>) {
    ^bb0(%in: f64, %out: f64):
      %151 = math.absf %in : f64
      %152 = arith.addf %out, %151 fastmath<reassoc> : f64
      linalg.yield %152 : f64
    }
    %69 = memref.load %alloca_44[] : memref<f64>
    %70 = tine.format eager "%p>.7g%;"(%69 : f64)
    %71 = tine.format eager "cell %b [%q, %q]\0A"(%66, %68, %70 : i1, !tine.str, !tine.str)
    tine.release %70 : !tine.str
    tine.release %68 : !tine.str
    tine.print %71
    tine.release %71 : !tine.str
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%19 : memref<12x4xf32>) outs(%alloca_43 : memref<12x4xf64>) {
    ^bb0(%in: f32, %out: f64):
      %151 = arith.extf %in : f32 to f64
      linalg.yield %151 : f64
    }
    tine.release %18 : !tine.box<tensor<12x4xf32>>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%21 : memref<12x3xf32>) outs(%alloca_42 : memref<12x3xf64>) {
    ^bb0(%in: f32, %out: f64):
      %151 = arith.extf %in : f32 to f64
      linalg.yield %151 : f64
    }
    tine.release %20 : !tine.box<tensor<12x3xf32>>
    %72 = tine.box_alloc() : <tensor<3x3xf64>>
    %73 = tine.box_buffer %72 : <tensor<3x3xf64>> -> memref<3x3xf64>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%9 : memref<3x3xf64>) outs(%73 : memref<3x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      %151 = arith.mulf %in, %cst_89 : f64
      linalg.yield %151 : f64
    }
    linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%23, %25 : memref<12xf32>, memref<12xf32>) outs(%alloca_41 : memref<12xf64>) {
    ^bb0(%in: f32, %in_144: f32, %out: f64):
      %151 = arith.extf %in_144 : f32 to f64
      %152 = arith.extf %in : f32 to f64
      %153 = arith.addf %152, %151 : f64
      linalg.yield %153 : f64
    }
    tine.release %24 : !tine.box<tensor<12xf32>>
    tine.release %22 : !tine.box<tensor<12xf32>>
    cpu.matmul %1, %alloca_43 transposed plus %alloca_41 : memref<12xf64> into %alloca_40 : memref<3x4xf64>, memref<12x4xf64> into memref<3x12xf64>
    %74 = tine.list_new : <!tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>>
    cpu.matmul %9, %alloca_42 transposed plus %alloca_40 : memref<3x12xf64> into %alloca_39 : memref<3x3xf64>, memref<12x3xf64> into memref<3x12xf64>
    %subview_124 = memref.subview %alloca_39[0, 0] [3, 3] [1, 1] : memref<3x12xf64> to memref<3x3xf64, strided<[12, 1]>>
    %75 = tine.box_alloc() : <tensor<3x3xf64>>
    %76 = tine.box_buffer %75 : <tensor<3x3xf64>> -> memref<3x3xf64>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%subview_124 : memref<3x3xf64, strided<[12, 1]>>) outs(%76 : memref<3x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      %151 = arith.negf %in : f64
      %152 = math.exp %151 : f64
      %153 = arith.addf %152, %cst_96 : f64
      %154 = arith.divf %cst_96, %153 : f64
      linalg.yield %154 : f64
    }
    %subview_125 = memref.subview %alloca_39[0, 3] [3, 3] [1, 1] : memref<3x12xf64> to memref<3x3xf64, strided<[12, 1], offset: 3>>
    %77 = tine.box_alloc() : <tensor<3x3xf64>>
    %78 = tine.box_buffer %77 : <tensor<3x3xf64>> -> memref<3x3xf64>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%subview_125 : memref<3x3xf64, strided<[12, 1], offset: 3>>) outs(%78 : memref<3x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      %151 = arith.negf %in : f64
      %152 = math.exp %151 : f64
      %153 = arith.addf %152, %cst_96 : f64
      %154 = arith.divf %cst_96, %153 : f64
      linalg.yield %154 : f64
    }
    %subview_126 = memref.subview %alloca_39[0, 6] [3, 3] [1, 1] : memref<3x12xf64> to memref<3x3xf64, strided<[12, 1], offset: 6>>
    %79 = tine.box_alloc() : <tensor<3x3xf64>>
    %80 = tine.box_buffer %79 : <tensor<3x3xf64>> -> memref<3x3xf64>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%subview_126 : memref<3x3xf64, strided<[12, 1], offset: 6>>) outs(%80 : memref<3x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      %151 = math.tanh %in : f64
      linalg.yield %151 : f64
    }
    %subview_127 = memref.subview %alloca_39[0, 9] [3, 3] [1, 1] : memref<3x12xf64> to memref<3x3xf64, strided<[12, 1], offset: 9>>
    %81 = tine.box_alloc() : <tensor<3x3xf64>>
    %82 = tine.box_buffer %81 : <tensor<3x3xf64>> -> memref<3x3xf64>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%subview_127 : memref<3x3xf64, strided<[12, 1], offset: 9>>) outs(%82 : memref<3x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      %151 = arith.negf %in : f64
      %152 = math.exp %151 : f64
      %153 = arith.addf %152, %cst_96 : f64
      %154 = arith.divf %cst_96, %153 : f64
      linalg.yield %154 : f64
    }
    %83 = tine.box_alloc() : <tensor<3x3xf64>>
    %84 = tine.box_buffer %83 : <tensor<3x3xf64>> -> memref<3x3xf64>
    linalg.generic {indexing_maps = [#map, #map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%78, %73, %76, %80 : memref<3x3xf64>, memref<3x3xf64>, memref<3x3xf64>, memref<3x3xf64>) outs(%84 : memref<3x3xf64>) {
    ^bb0(%in: f64, %in_144: f64, %in_145: f64, %in_146: f64, %out: f64):
      %151 = arith.mulf %in_145, %in_146 : f64
      %152 = arith.mulf %in, %in_144 : f64
      %153 = arith.addf %152, %151 : f64
      %154 = math.tanh %153 : f64
      linalg.yield %154 : f64
    }
    tine.list_append %74, %83, %81, %79, %75, %72, %77 : <!tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>
    %85:6 = tine.list_pop %74[%c-1_i64] : <!tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>> -> !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>
    tine.release %74 : !tine.list<!tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>, !tine.box<tensor<3x3xf64>>>
    %86 = tine.box_buffer %85#0 : <tensor<3x3xf64>> -> memref<3x3xf64>
    %87 = tine.box_buffer %85#1 : <tensor<3x3xf64>> -> memref<3x3xf64>
    %88 = tine.box_buffer %85#2 : <tensor<3x3xf64>> -> memref<3x3xf64>
    %89 = tine.box_buffer %85#3 : <tensor<3x3xf64>> -> memref<3x3xf64>
    %90 = tine.box_buffer %85#4 : <tensor<3x3xf64>> -> memref<3x3xf64>
    %91 = tine.box_buffer %85#5 : <tensor<3x3xf64>> -> memref<3x3xf64>
    linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%alloca_79, %87, %86 : memref<3x3xf64>, memref<3x3xf64>, memref<3x3xf64>) outs(%alloca_38 : memref<3x3xf64>) {
    ^bb0(%in: f64, %in_144: f64, %in_145: f64, %out: f64):
      %151 = arith.mulf %in_145, %in_145 : f64
      %152 = arith.subf %cst_96, %151 : f64
      %153 = arith.mulf %in, %in_144 : f64
      %154 = arith.mulf %153, %152 : f64
      %155 = arith.addf %154, %cst_97 : f64
      linalg.yield %155 : f64
    }
    linalg.fill ins(%cst_97 : f64) outs(%alloca_37 : memref<3x12xf64>)
    %subview_128 = memref.subview %alloca_37[0, 9] [3, 3] [1, 1] : memref<3x12xf64> to memref<3x3xf64, strided<[12, 1], offset: 9>>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%subview_128 : memref<3x3xf64, strided<[12, 1], offset: 9>>) outs(%alloca_36 : memref<3x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    }
    linalg.generic {indexing_maps = [#map, #map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%alloca_36, %alloca_79, %86, %87 : memref<3x3xf64>, memref<3x3xf64>, memref<3x3xf64>, memref<3x3xf64>) outs(%subview_128 : memref<3x3xf64, strided<[12, 1], offset: 9>>) {
    ^bb0(%in: f64, %in_144: f64, %in_145: f64, %in_146: f64, %out: f64):
      %151 = arith.subf %cst_96, %in_146 : f64
      %152 = arith.mulf %in_144, %in_145 : f64
      %153 = arith.mulf %152, %151 : f64
      %154 = arith.mulf %153, %in_146 : f64
      %155 = arith.addf %in, %154 : f64
      linalg.yield %155 : f64
    }
    tine.release %85#1 : !tine.box<tensor<3x3xf64>>
    tine.release %85#0 : !tine.box<tensor<3x3xf64>>
    %subview_129 = memref.subview %alloca_37[0, 6] [3, 3] [1, 1] : memref<3x12xf64> to memref<3x3xf64, strided<[12, 1], offset: 6>>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%subview_129 : memref<3x3xf64, strided<[12, 1], offset: 6>>) outs(%alloca_35 : memref<3x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    }
    linalg.generic {indexing_maps = [#map, #map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%alloca_35, %alloca_38, %89, %88 : memref<3x3xf64>, memref<3x3xf64>, memref<3x3xf64>, memref<3x3xf64>) outs(%subview_129 : memref<3x3xf64, strided<[12, 1], offset: 6>>) {
    ^bb0(%in: f64, %in_144: f64, %in_145: f64, %in_146: f64, %out: f64):
      %151 = arith.mulf %in_146, %in_146 : f64
      %152 = arith.subf %cst_96, %151 : f64
      %153 = arith.mulf %in_144, %in_145 : f64
      %154 = arith.mulf %153, %152 : f64
      %155 = arith.addf %in, %154 : f64
      linalg.yield %155 : f64
    }
    %subview_130 = memref.subview %alloca_37[0, 3] [3, 3] [1, 1] : memref<3x12xf64> to memref<3x3xf64, strided<[12, 1], offset: 3>>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%subview_130 : memref<3x3xf64, strided<[12, 1], offset: 3>>) outs(%alloca_34 : memref<3x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    }
    linalg.generic {indexing_maps = [#map, #map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%alloca_34, %alloca_38, %90, %91 : memref<3x3xf64>, memref<3x3xf64>, memref<3x3xf64>, memref<3x3xf64>) outs(%subview_130 : memref<3x3xf64, strided<[12, 1], offset: 3>>) {
    ^bb0(%in: f64, %in_144: f64, %in_145: f64, %in_146: f64, %out: f64):
      %151 = arith.subf %cst_96, %in_146 : f64
      %152 = arith.mulf %in_144, %in_145 : f64
      %153 = arith.mulf %152, %151 : f64
      %154 = arith.mulf %153, %in_146 : f64
      %155 = arith.addf %in, %154 : f64
      linalg.yield %155 : f64
    }
    tine.release %85#4 : !tine.box<tensor<3x3xf64>>
    %subview_131 = memref.subview %alloca_37[0, 0] [3, 3] [1, 1] : memref<3x12xf64> to memref<3x3xf64, strided<[12, 1]>>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%subview_131 : memref<3x3xf64, strided<[12, 1]>>) outs(%alloca_33 : memref<3x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    }
    linalg.generic {indexing_maps = [#map, #map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%alloca_33, %alloca_38, %88, %89 : memref<3x3xf64>, memref<3x3xf64>, memref<3x3xf64>, memref<3x3xf64>) outs(%subview_131 : memref<3x3xf64, strided<[12, 1]>>) {
    ^bb0(%in: f64, %in_144: f64, %in_145: f64, %in_146: f64, %out: f64):
      %151 = arith.subf %cst_96, %in_146 : f64
      %152 = arith.mulf %in_144, %in_145 : f64
      %153 = arith.mulf %152, %151 : f64
      %154 = arith.mulf %153, %in_146 : f64
      %155 = arith.addf %in, %154 : f64
      linalg.yield %155 : f64
    }
    tine.release %85#3 : !tine.box<tensor<3x3xf64>>
    tine.release %85#2 : !tine.box<tensor<3x3xf64>>
    cpu.matmul %alloca_37, %alloca_42 into %alloca_32 : memref<3x12xf64>, memref<12x3xf64> into memref<3x3xf64>
    %expand_shape_132 = memref.expand_shape %alloca_37 [[0, 1], [2]] output_shape [1, 3, 12] : memref<3x12xf64> into memref<1x3x12xf64>
    linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expand_shape_132 : memref<1x3x12xf64>) outs(%alloca_31 : memref<1x3x12xf64>) {
    ^bb0(%in: f64, %out: f64):
      %151 = arith.addf %in, %cst_97 : f64
      linalg.yield %151 : f64
    }
    %collapse_shape_133 = memref.collapse_shape %alloca_31 [[0, 1], [2]] : memref<1x3x12xf64> into memref<3x12xf64>
    cpu.matmul %collapse_shape_133, %alloca_43 into %alloca_30 : memref<3x12xf64>, memref<12x4xf64> into memref<3x4xf64>
    linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%alloca_32, %alloca_38, %91 : memref<3x3xf64>, memref<3x3xf64>, memref<3x3xf64>) outs(%alloca_29 : memref<3x3xf64>) {
    ^bb0(%in: f64, %in_144: f64, %in_145: f64, %out: f64):
      %151 = arith.mulf %in_144, %in_145 : f64
      %152 = arith.mulf %151, %cst_89 : f64
      %153 = arith.addf %in, %152 : f64
      linalg.yield %153 : f64
    }
    tine.release %85#5 : !tine.box<tensor<3x3xf64>>
    memref.copy %alloca_60, %alloca_28 : memref<f64> to memref<f64>
    linalg.generic {indexing_maps = [#map, #map, #map3], iterator_types = ["reduction", "reduction"]} ins(%alloca_30, %alloca_63 : memref<3x4xf64>, memref<3x4xf64>) outs(%alloca_28 : memref<f64>) {
    ^bb0(%in: f64, %in_144: f64, %out: f64):
      %151 = arith.mulf %in, %in_144 : f64
      %152 = arith.addf %out, %151 fastmath<reassoc> : f64
      linalg.yield %152 : f64
    }
    %92 = memref.load %alloca_28[] : memref<f64>
    %93 = arith.mulf %92, %cst_92 : f64
    %94 = arith.addf %93, %cst_97 : f64
    memref.copy %alloca_60, %alloca_27 : memref<f64> to memref<f64>
    linalg.generic {indexing_maps = [#map, #map, #map3], iterator_types = ["reduction", "reduction"]} ins(%alloca_29, %alloca_61 : memref<3x3xf64>, memref<3x3xf64>) outs(%alloca_27 : memref<f64>) {
    ^bb0(%in: f64, %in_144: f64, %out: f64):
      %151 = arith.mulf %in, %in_144 : f64
      %152 = arith.addf %out, %151 fastmath<reassoc> : f64
      linalg.yield %152 : f64
    }
    %95 = memref.load %alloca_27[] : memref<f64>
    %96 = arith.mulf %95, %cst_92 : f64
    %97 = arith.addf %94, %96 : f64
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%alloca_56 : memref<3x3xf64>) outs(%alloca_26 : memref<3x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      %151 = arith.mulf %in, %cst_89 : f64
      linalg.yield %151 : f64
    }
    cpu.matmul %alloca_57, %alloca_43 transposed plus %alloca_41 : memref<12xf64> into %alloca_25 : memref<3x4xf64>, memref<12x4xf64> into memref<3x12xf64>
    cpu.matmul %alloca_56, %alloca_42 transposed plus %alloca_25 : memref<3x12xf64> into %alloca_24 : memref<3x3xf64>, memref<12x3xf64> into memref<3x12xf64>
    %subview_134 = memref.subview %alloca_24[0, 0] [3, 3] [1, 1] : memref<3x12xf64> to memref<3x3xf64, strided<[12, 1]>>
    %subview_135 = memref.subview %alloca_24[0, 3] [3, 3] [1, 1] : memref<3x12xf64> to memref<3x3xf64, strided<[12, 1], offset: 3>>
    %subview_136 = memref.subview %alloca_24[0, 6] [3, 3] [1, 1] : memref<3x12xf64> to memref<3x3xf64, strided<[12, 1], offset: 6>>
    %subview_137 = memref.subview %alloca_24[0, 9] [3, 3] [1, 1] : memref<3x12xf64> to memref<3x3xf64, strided<[12, 1], offset: 9>>
    memref.copy %alloca_60, %alloca_23 : memref<f64> to memref<f64>
    linalg.generic {indexing_maps = [#map, #map, #map, #map, #map, #map, #map3], iterator_types = ["reduction", "reduction"]} ins(%subview_134, %subview_135, %subview_136, %subview_137, %expand_shape : memref<3x3xf64, strided<[12, 1]>>, memref<3x3xf64, strided<[12, 1], offset: 3>>, memref<3x3xf64, strided<[12, 1], offset: 6>>, memref<3x3xf64, strided<[12, 1], offset: 9>>, memref<3x3xf64>) outs(%alloca_26, %alloca_23 : memref<3x3xf64>, memref<f64>) {
    ^bb0(%in: f64, %in_144: f64, %in_145: f64, %in_146: f64, %in_147: f64, %out: f64, %out_148: f64):
      %151 = arith.negf %in : f64
      %152 = math.exp %151 : f64
      %153 = arith.addf %152, %cst_96 : f64
      %154 = arith.divf %cst_96, %153 : f64
      %155 = arith.negf %in_144 : f64
      %156 = math.exp %155 : f64
      %157 = arith.addf %156, %cst_96 : f64
      %158 = arith.divf %cst_96, %157 : f64
      %159 = math.tanh %in_145 : f64
      %160 = arith.negf %in_146 : f64
      %161 = math.exp %160 : f64
      %162 = arith.addf %161, %cst_96 : f64
      %163 = arith.divf %cst_96, %162 : f64
      %164 = arith.mulf %158, %out : f64
      %165 = arith.mulf %154, %159 : f64
      %166 = arith.addf %164, %165 : f64
      %167 = math.tanh %166 : f64
      %168 = arith.mulf %163, %167 : f64
      %169 = arith.mulf %168, %in_147 : f64
      %170 = arith.addf %out_148, %169 fastmath<reassoc> : f64
      linalg.yield %166, %170 : f64, f64
    }
    %98 = memref.load %alloca_23[] : memref<f64>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%alloca_50 : memref<3x3xf64>) outs(%alloca_22 : memref<3x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      %151 = arith.mulf %in, %cst_89 : f64
      linalg.yield %151 : f64
    }
    cpu.matmul %alloca_51, %alloca_43 transposed plus %alloca_41 : memref<12xf64> into %alloca_21 : memref<3x4xf64>, memref<12x4xf64> into memref<3x12xf64>
    cpu.matmul %alloca_50, %alloca_42 transposed plus %alloca_21 : memref<3x12xf64> into %alloca_20 : memref<3x3xf64>, memref<12x3xf64> into memref<3x12xf64>
    %subview_138 = memref.subview %alloca_20[0, 0] [3, 3] [1, 1] : memref<3x12xf64> to memref<3x3xf64, strided<[12, 1]>>
    %subview_139 = memref.subview %alloca_20[0, 3] [3, 3] [1, 1] : memref<3x12xf64> to memref<3x3xf64, strided<[12, 1], offset: 3>>
    %subview_140 = memref.subview %alloca_20[0, 6] [3, 3] [1, 1] : memref<3x12xf64> to memref<3x3xf64, strided<[12, 1], offset: 6>>
    %subview_141 = memref.subview %alloca_20[0, 9] [3, 3] [1, 1] : memref<3x12xf64> to memref<3x3xf64, strided<[12, 1], offset: 9>>
    memref.copy %alloca_60, %alloca_19 : memref<f64> to memref<f64>
    linalg.generic {indexing_maps = [#map, #map, #map, #map, #map, #map, #map3], iterator_types = ["reduction", "reduction"]} ins(%subview_138, %subview_139, %subview_140, %subview_141, %expand_shape : memref<3x3xf64, strided<[12, 1]>>, memref<3x3xf64, strided<[12, 1], offset: 3>>, memref<3x3xf64, strided<[12, 1], offset: 6>>, memref<3x3xf64, strided<[12, 1], offset: 9>>, memref<3x3xf64>) outs(%alloca_22, %alloca_19 : memref<3x3xf64>, memref<f64>) {
    ^bb0(%in: f64, %in_144: f64, %in_145: f64, %in_146: f64, %in_147: f64, %out: f64, %out_148: f64):
      %151 = arith.negf %in : f64
      %152 = math.exp %151 : f64
      %153 = arith.addf %152, %cst_96 : f64
      %154 = arith.divf %cst_96, %153 : f64
      %155 = arith.negf %in_144 : f64
      %156 = math.exp %155 : f64
      %157 = arith.addf %156, %cst_96 : f64
      %158 = arith.divf %cst_96, %157 : f64
      %159 = math.tanh %in_145 : f64
      %160 = arith.negf %in_146 : f64
      %161 = math.exp %160 : f64
      %162 = arith.addf %161, %cst_96 : f64
      %163 = arith.divf %cst_96, %162 : f64
      %164 = arith.mulf %158, %out : f64
      %165 = arith.mulf %154, %159 : f64
      %166 = arith.addf %164, %165 : f64
      %167 = math.tanh %166 : f64
      %168 = arith.mulf %163, %167 : f64
      %169 = arith.mulf %168, %in_147 : f64
      %170 = arith.addf %out_148, %169 fastmath<reassoc> : f64
      linalg.yield %166, %170 : f64, f64
    }
    %99 = memref.load %alloca_19[] : memref<f64>
    %100 = arith.subf %98, %99 : f64
    %101 = arith.divf %100, %cst_91 : f64
    %102 = arith.subf %101, %97 : f64
    %103 = math.absf %102 : f64
    %104 = math.absf %97 : f64
    %105 = arith.addf %104, %cst_96 : f64
    %106 = arith.mulf %105, %cst_90 : f64
    %107 = arith.cmpf olt, %103, %106 : f64
    memref.copy %alloca_60, %alloca_18 : memref<f64> to memref<f64>
    linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["reduction", "reduction"]} ins(%alloca_30 : memref<3x4xf64>) outs(%alloca_18 : memref<f64>) {
    ^bb0(%in: f64, %out: f64):
      %151 = math.absf %in : f64
      %152 = arith.addf %out, %151 fastmath<reassoc> : f64
      linalg.yield %152 : f64
    }
    %108 = memref.load %alloca_18[] : memref<f64>
    %109 = tine.format eager "%p>.7g%;"(%108 : f64)
    memref.copy %alloca_60, %alloca_17 : memref<f64> to memref<f64>
    linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["reduction", "reduction"]} ins(%alloca_29 : memref<3x3xf64>) outs(%alloca_17 : memref<f64>) {
    ^bb0(%in: f64, %out: f64):
      %151 = math.absf %in : f64
      %152 = arith.addf %out, %151 fastmath<reassoc> : f64
      linalg.yield %152 : f64
    }
    %110 = memref.load %alloca_17[] : memref<f64>
    %111 = tine.format eager "%p>.7g%;"(%110 : f64)
    %112 = tine.format eager "cell %b [%q, %q]\0A"(%107, %109, %111 : i1, !tine.str, !tine.str)
    tine.release %111 : !tine.str
    tine.release %109 : !tine.str
    tine.print %112
    tine.release %112 : !tine.str
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%27 : memref<3x4xf32>) outs(%alloca_16 : memref<3x4xf64>) {
    ^bb0(%in: f32, %out: f64):
      %151 = arith.extf %in : f32 to f64
      linalg.yield %151 : f64
    }
    tine.release %26 : !tine.box<tensor<3x4xf32>>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%29 : memref<3x3xf32>) outs(%alloca_15 : memref<3x3xf64>) {
    ^bb0(%in: f32, %out: f64):
      %151 = arith.extf %in : f32 to f64
      linalg.yield %151 : f64
    }
    tine.release %28 : !tine.box<tensor<3x3xf32>>
    linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%31, %33 : memref<3xf32>, memref<3xf32>) outs(%alloca_14 : memref<3xf64>) {
    ^bb0(%in: f32, %in_144: f32, %out: f64):
      %151 = arith.extf %in_144 : f32 to f64
      %152 = arith.extf %in : f32 to f64
      %153 = arith.addf %152, %151 : f64
      linalg.yield %153 : f64
    }
    tine.release %32 : !tine.box<tensor<3xf32>>
    tine.release %30 : !tine.box<tensor<3xf32>>
    cpu.matmul %1, %alloca_16 transposed plus %alloca_14 : memref<3xf64> into %alloca_13 : memref<3x4xf64>, memref<3x4xf64> into memref<3x3xf64>
    tine.release %0 : !tine.box<tensor<3x4xf64>>
    %113 = tine.list_new : <!tine.box<tensor<3x3xf64>>>
    cpu.matmul %9, %alloca_15 transposed plus %alloca_13 : memref<3x3xf64> into %alloca_12 : memref<3x3xf64>, memref<3x3xf64> into memref<3x3xf64>
    tine.release %8 : !tine.box<tensor<3x3xf64>>
    %114 = tine.box_alloc() : <tensor<3x3xf64>>
    %115 = tine.box_buffer %114 : <tensor<3x3xf64>> -> memref<3x3xf64>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%alloca_12 : memref<3x3xf64>) outs(%115 : memref<3x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      %151 = math.tanh %in : f64
      linalg.yield %151 : f64
    }
    tine.list_append %113, %114 : <!tine.box<tensor<3x3xf64>>>, !tine.box<tensor<3x3xf64>>
    %116 = tine.list_pop %113[%c-1_i64] : <!tine.box<tensor<3x3xf64>>> -> !tine.box<tensor<3x3xf64>>
    tine.release %113 : !tine.list<!tine.box<tensor<3x3xf64>>>
    %117 = tine.box_buffer %116 : <tensor<3x3xf64>> -> memref<3x3xf64>
    linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%alloca_79, %117 : memref<3x3xf64>, memref<3x3xf64>) outs(%alloca_11 : memref<3x3xf64>) {
    ^bb0(%in: f64, %in_144: f64, %out: f64):
      %151 = arith.mulf %in_144, %in_144 : f64
      %152 = arith.subf %cst_96, %151 : f64
      %153 = arith.mulf %in, %152 : f64
      linalg.yield %153 : f64
    }
    tine.release %116 : !tine.box<tensor<3x3xf64>>
    cpu.matmul %alloca_11, %alloca_15 into %alloca_10 : memref<3x3xf64>, memref<3x3xf64> into memref<3x3xf64>
    %expand_shape_142 = memref.expand_shape %alloca_11 [[0, 1], [2]] output_shape [1, 3, 3] : memref<3x3xf64> into memref<1x3x3xf64>
    linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expand_shape_142 : memref<1x3x3xf64>) outs(%alloca_9 : memref<1x3x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      %151 = arith.addf %in, %cst_97 : f64
      linalg.yield %151 : f64
    }
    %collapse_shape_143 = memref.collapse_shape %alloca_9 [[0, 1], [2]] : memref<1x3x3xf64> into memref<3x3xf64>
    cpu.matmul %collapse_shape_143, %alloca_16 into %alloca_8 : memref<3x3xf64>, memref<3x4xf64> into memref<3x4xf64>
    memref.copy %alloca_60, %alloca_7 : memref<f64> to memref<f64>
    linalg.generic {indexing_maps = [#map, #map, #map3], iterator_types = ["reduction", "reduction"]} ins(%alloca_8, %alloca_63 : memref<3x4xf64>, memref<3x4xf64>) outs(%alloca_7 : memref<f64>) {
    ^bb0(%in: f64, %in_144: f64, %out: f64):
      %151 = arith.mulf %in, %in_144 : f64
      %152 = arith.addf %out, %151 fastmath<reassoc> : f64
      linalg.yield %152 : f64
    }
    %118 = memref.load %alloca_7[] : memref<f64>
    %119 = arith.mulf %118, %cst_92 : f64
    %120 = arith.addf %119, %cst_97 : f64
    memref.copy %alloca_60, %alloca_6 : memref<f64> to memref<f64>
    linalg.generic {indexing_maps = [#map, #map, #map3], iterator_types = ["reduction", "reduction"]} ins(%alloca_10, %alloca_61 : memref<3x3xf64>, memref<3x3xf64>) outs(%alloca_6 : memref<f64>) {
    ^bb0(%in: f64, %in_144: f64, %out: f64):
      %151 = arith.mulf %in, %in_144 : f64
      %152 = arith.addf %out, %151 fastmath<reassoc> : f64
      linalg.yield %152 : f64
    }
    %121 = memref.load %alloca_6[] : memref<f64>
    %122 = arith.mulf %121, %cst_92 : f64
    %123 = arith.addf %120, %122 : f64
    cpu.matmul %alloca_57, %alloca_16 transposed plus %alloca_14 : memref<3xf64> into %alloca_5 : memref<3x4xf64>, memref<3x4xf64> into memref<3x3xf64>
    cpu.matmul %alloca_56, %alloca_15 transposed plus %alloca_5 : memref<3x3xf64> into %alloca_4 : memref<3x3xf64>, memref<3x3xf64> into memref<3x3xf64>
    memref.copy %alloca_60, %alloca_3 : memref<f64> to memref<f64>
    linalg.generic {indexing_maps = [#map, #map, #map3], iterator_types = ["reduction", "reduction"]} ins(%alloca_4, %expand_shape : memref<3x3xf64>, memref<3x3xf64>) outs(%alloca_3 : memref<f64>) {
    ^bb0(%in: f64, %in_144: f64, %out: f64):
      %151 = math.tanh %in : f64
      %152 = arith.mulf %151, %in_144 : f64
      %153 = arith.addf %out, %152 fastmath<reassoc> : f64
      linalg.yield %153 : f64
    }
    %124 = memref.load %alloca_3[] : memref<f64>
    cpu.matmul %alloca_51, %alloca_16 transposed plus %alloca_14 : memref<3xf64> into %alloca_2 : memref<3x4xf64>, memref<3x4xf64> into memref<3x3xf64>
    cpu.matmul %alloca_50, %alloca_15 transposed plus %alloca_2 : memref<3x3xf64> into %alloca_1 : memref<3x3xf64>, memref<3x3xf64> into memref<3x3xf64>
    memref.copy %alloca_60, %alloca_0 : memref<f64> to memref<f64>
    linalg.generic {indexing_maps = [#map, #map, #map3], iterator_types = ["reduction", "reduction"]} ins(%alloca_1, %expand_shape : memref<3x3xf64>, memref<3x3xf64>) outs(%alloca_0 : memref<f64>) {
    ^bb0(%in: f64, %in_144: f64, %out: f64):
      %151 = math.tanh %in : f64
      %152 = arith.mulf %151, %in_144 : f64
      %153 = arith.addf %out, %152 fastmath<reassoc> : f64
      linalg.yield %153 : f64
    }
    %125 = memref.load %alloca_0[] : memref<f64>
    %126 = arith.subf %124, %125 : f64
    %127 = arith.divf %126, %cst_91 : f64
    %128 = arith.subf %127, %123 : f64
    %129 = math.absf %128 : f64
    %130 = math.absf %123 : f64
    %131 = arith.addf %130, %cst_96 : f64
    %132 = arith.mulf %131, %cst_90 : f64
    %133 = arith.cmpf olt, %129, %132 : f64
    memref.copy %alloca_60, %alloca : memref<f64> to memref<f64>
    linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["reduction", "reduction"]} ins(%alloca_8 : memref<3x4xf64>) outs(%alloca : memref<f64>) {
    ^bb0(%in: f64, %out: f64):
      %151 = math.absf %in : f64
      %152 = arith.addf %out, %151 fastmath<reassoc> : f64
      linalg.yield %152 : f64
    }
    %134 = memref.load %alloca[] : memref<f64>
    %135 = tine.format eager "%p>.7g%;"(%134 : f64)
    linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["reduction", "reduction"]} ins(%alloca_10 : memref<3x3xf64>) outs(%alloca_60 : memref<f64>) {
    ^bb0(%in: f64, %out: f64):
      %151 = math.absf %in : f64
      %152 = arith.addf %out, %151 fastmath<reassoc> : f64
      linalg.yield %152 : f64
    }
    %136 = memref.load %alloca_60[] : memref<f64>
    %137 = tine.format eager "%p>.7g%;"(%136 : f64)
    %138 = tine.format eager "cell %b [%q, %q]\0A"(%133, %135, %137 : i1, !tine.str, !tine.str)
    tine.release %137 : !tine.str
    tine.release %135 : !tine.str
    tine.print %138
    tine.release %138 : !tine.str
    %139 = tine.box_alloc() : <tensor<6x4xf32>>
    tine.draw "uniform" %cst_88, %cst in %139 : f64, <tensor<6x4xf32>>
    tine.release %139 : !tine.box<tensor<6x4xf32>>
    %140 = tine.box_alloc() : <tensor<6x2xf32>>
    tine.draw "uniform" %cst_88, %cst in %140 : f64, <tensor<6x2xf32>>
    tine.release %140 : !tine.box<tensor<6x2xf32>>
    %141 = tine.box_alloc() : <tensor<6xf32>>
    tine.draw "uniform" %cst_88, %cst in %141 : f64, <tensor<6xf32>>
    tine.release %141 : !tine.box<tensor<6xf32>>
    %142 = tine.box_alloc() : <tensor<6xf32>>
    tine.draw "uniform" %cst_88, %cst in %142 : f64, <tensor<6xf32>>
    tine.release %142 : !tine.box<tensor<6xf32>>
    %143 = tine.box_alloc() : <tensor<8x4xf32>>
    tine.draw "uniform" %cst_88, %cst in %143 : f64, <tensor<8x4xf32>>
    tine.release %143 : !tine.box<tensor<8x4xf32>>
    %144 = tine.box_alloc() : <tensor<8x2xf32>>
    tine.draw "uniform" %cst_88, %cst in %144 : f64, <tensor<8x2xf32>>
    tine.release %144 : !tine.box<tensor<8x2xf32>>
    %145 = tine.box_alloc() : <tensor<8xf32>>
    tine.draw "uniform" %cst_88, %cst in %145 : f64, <tensor<8xf32>>
    tine.release %145 : !tine.box<tensor<8xf32>>
    %146 = tine.box_alloc() : <tensor<8xf32>>
    tine.draw "uniform" %cst_88, %cst in %146 : f64, <tensor<8xf32>>
    tine.release %146 : !tine.box<tensor<8xf32>>
    %147 = tine.box_alloc() : <tensor<2x4xf32>>
    tine.draw "uniform" %cst_88, %cst in %147 : f64, <tensor<2x4xf32>>
    tine.release %147 : !tine.box<tensor<2x4xf32>>
    %148 = tine.box_alloc() : <tensor<2x2xf32>>
    tine.draw "uniform" %cst_88, %cst in %148 : f64, <tensor<2x2xf32>>
    tine.release %148 : !tine.box<tensor<2x2xf32>>
    %149 = tine.box_alloc() : <tensor<2xf32>>
    tine.draw "uniform" %cst_88, %cst in %149 : f64, <tensor<2xf32>>
    tine.release %149 : !tine.box<tensor<2xf32>>
    %150 = tine.box_alloc() : <tensor<2xf32>>
    tine.draw "uniform" %cst_88, %cst in %150 : f64, <tensor<2xf32>>
    tine.release %150 : !tine.box<tensor<2xf32>>
    return
  }
}

