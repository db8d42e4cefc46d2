// RUN: %tine-opt %s --merge-equal-kernels --split-input-file | FileCheck %s

// Equal kernels are one; the block and the attributes of arguments count.
// CHECK: gpu.func @k0(%{{.*}}: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 256, 1, 1>, tine.computes = "", tine.kernel = 0 : i64, tine.where = "{{.*}}:10:5:"}
// CHECK: gpu.func @k1({{.*}} tine.computes = "mul+relu", tine.kernel = 1 : i64, tine.where = "m.py:4:5:"}
// CHECK: gpu.func @k2({{.*}}known_block_size = array<i32: 32, 1, 1>, tine.computes = "", tine.kernel = 2 : i64,
// CHECK-NOT: gpu.func
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @a(%x: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %c = arith.constant 1.0 : f32
      llvm.store %c, %x : f32, !llvm.ptr<1>
      gpu.return
    }
    gpu.func @b(%x: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %c = arith.constant 2.0 : f32 loc(fused<"mul">["m.py":3:5])
      llvm.store %c, %x : f32, !llvm.ptr<1> loc(fused<"relu">["m.py":4:5])
      gpu.return
    } loc(fused<"relu">["m.py":4:5])
    gpu.func @c(%x: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %c = arith.constant 1.0 : f32
      llvm.store %c, %x : f32, !llvm.ptr<1>
      gpu.return
    }
    gpu.func @d(%x: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c = arith.constant 1.0 : f32
      llvm.store %c, %x : f32, !llvm.ptr<1>
      gpu.return
    }
  }
  // CHECK: gpu.launch_func @kernels::@k0
  // CHECK: gpu.launch_func @kernels::@k1
  // CHECK: gpu.launch_func @kernels::@k0
  // CHECK: gpu.launch_func @kernels::@k2
  func.func @f(%p: !llvm.ptr<1>) attributes {tine.target = "cuda"} {
    %one = arith.constant 1 : index
    gpu.launch_func @kernels::@a blocks in (%one, %one, %one) threads in (%one, %one, %one) args(%p : !llvm.ptr<1>)
    gpu.launch_func @kernels::@b blocks in (%one, %one, %one) threads in (%one, %one, %one) args(%p : !llvm.ptr<1>)
    gpu.launch_func @kernels::@c blocks in (%one, %one, %one) threads in (%one, %one, %one) args(%p : !llvm.ptr<1>)
    gpu.launch_func @kernels::@d blocks in (%one, %one, %one) threads in (%one, %one, %one) args(%p : !llvm.ptr<1>)
    return
  }
}

// -----

// Functions that kernels give to templates are one first, so the kernels are.
// CHECK: gpu.module @kernels
// CHECK: gpu.func @k0
// CHECK: func.constant @first
// CHECK: func.func private @first
// CHECK-NOT: func.func private @second
// CHECK-NOT: gpu.func
module attributes {gpu.container_module} {
  gpu.module @kernels {
    llvm.func @template(!llvm.ptr)
    gpu.func @a() kernel {
      %f = func.constant @first : (index) -> index
      %p = builtin.unrealized_conversion_cast %f : (index) -> index to !llvm.ptr
      llvm.call @template(%p) : (!llvm.ptr) -> ()
      gpu.return
    }
    gpu.func @b() kernel {
      %f = func.constant @second : (index) -> index
      %p = builtin.unrealized_conversion_cast %f : (index) -> index to !llvm.ptr
      llvm.call @template(%p) : (!llvm.ptr) -> ()
      gpu.return
    }
    func.func private @first(%i: index) -> index {
      return %i : index
    }
    func.func private @second(%i: index) -> index {
      return %i : index
    }
  }
  // CHECK: gpu.launch_func @kernels::@k0
  // CHECK: gpu.launch_func @kernels::@k0
  func.func @f() attributes {tine.target = "cuda"} {
    %one = arith.constant 1 : index
    gpu.launch_func @kernels::@a blocks in (%one, %one, %one) threads in (%one, %one, %one)
    gpu.launch_func @kernels::@b blocks in (%one, %one, %one) threads in (%one, %one, %one)
    return
  }
}
