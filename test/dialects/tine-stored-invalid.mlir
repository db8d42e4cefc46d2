// RUN: %tine-opt %s --split-input-file --verify-diagnostics

func.func @unknown(%path: !tine.str) {
  // expected-error@+1 {{knows no 'load_excel'}}
  %file = tine.stored "load_excel"(%path) : (!tine.str) -> !tine.str
  return
}

// -----

func.func @argument(%file: !tine.str, %key: !tine.str) {
  // expected-error@+1 {{has other types than 'find' takes}}
  %node = tine.stored "find"(%file, %key) : (!tine.str, !tine.str) -> i64
  return
}

// -----

func.func @result(%file: !tine.str, %node: i64, %name: !tine.str) {
  // expected-error@+1 {{has other types than 'float' takes}}
  %x = tine.stored "float"(%file, %node, %name) : (!tine.str, i64, !tine.str) -> i64
  return
}

// -----

func.func @flat(%file: !tine.str, %node: i64, %name: !tine.str) {
  // expected-error@+1 {{gives one dimension of any size if it is flat}}
  %x = tine.stored_tensor %file[%node] named %name flat "ValueError" "an array" : tensor<?x?xf32>
  return
}

// -----

func.func @format(%path: !tine.str) {
  // expected-error@+1 {{knows no format 'excel'}}
  tine.save_file "excel" %path ""
  return
}
