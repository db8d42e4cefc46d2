// RUN: %tine-opt %s --split-input-file --verify-diagnostics

func.func @list_get(%l: !tine.list<i64>, %i: i64) {
  // expected-error@+1 {{the leaves must be those of the container}}
  %x = tine.list_get %l[%i] : !tine.list<i64> -> f64
  return
}

// -----

func.func @list_pop(%l: !tine.list<i64>, %i: i64) {
  // expected-error@+1 {{the leaves must be those of the container}}
  %x = tine.list_pop %l[%i] : !tine.list<i64> -> f64
  return
}

// -----

func.func @list_set(%l: !tine.list<i64>, %i: i64, %x: f64) {
  // expected-error@+1 {{the leaves must be those of the container}}
  tine.list_set %l[%i] = %x : !tine.list<i64> = f64
  return
}

// -----

func.func @list_append(%l: !tine.list<i64>, %x: f64) {
  // expected-error@+1 {{the leaves must be those of the container}}
  tine.list_append %l, %x : !tine.list<i64>, f64
  return
}

// -----

func.func @list_insert(%l: !tine.list<i64>, %i: i64, %x: f64) {
  // expected-error@+1 {{the leaves must be those of the container}}
  tine.list_insert %l[%i] = %x : !tine.list<i64> = f64
  return
}

// -----

func.func @dict_get(%d: !tine.dict<i64, f64>, %k: i64) {
  // expected-error@+1 {{the leaves must be those of the container}}
  %v = tine.dict_get %d[%k : i64] : !tine.dict<i64, f64> -> i64
  return
}

// -----

func.func @dict_get_key(%d: !tine.dict<i64, f64>, %k: f64) {
  // expected-error@+1 {{the key must be of the dict's key type}}
  %v = tine.dict_get %d[%k : f64] : !tine.dict<i64, f64> -> f64
  return
}

// -----

func.func @dict_pop(%d: !tine.dict<i64, f64>, %k: f64) {
  // expected-error@+1 {{the key must be of the dict's key type}}
  %v = tine.dict_pop %d[%k : f64] : !tine.dict<i64, f64> -> f64
  return
}

// -----

func.func @dict_set(%d: !tine.dict<i64, f64>, %k: f64, %v: f64) {
  // expected-error@+1 {{the key must be of the dict's key type}}
  tine.dict_set %d[%k : f64] = %v : !tine.dict<i64, f64> = f64
  return
}

// -----

func.func @dict_entry(%d: !tine.dict<i64, f64>, %i: i64) {
  // expected-error@+1 {{the leaves must be those of the container}}
  %k, %v = tine.dict_entry %d[%i] : !tine.dict<i64, f64> -> f64, f64
  return
}
