// RUN: %tine-opt %s --split-input-file --verify-diagnostics

func.func @unknown(%text: !tine.str) -> !tine.str {
  // expected-error @+1 {{knows no 'xml_parse'}}
  %value = tine.data "xml_parse"(%text) : (!tine.str) -> !tine.str
  return %value : !tine.str
}

// -----

func.func @other_argument(%n: i64) -> !tine.str {
  // expected-error @+1 {{has other types than 'json_parse' takes}}
  %value = tine.data "json_parse"(%n) : (i64) -> !tine.str
  return %value : !tine.str
}

// -----

func.func @other_result(%text: !tine.str) -> i64 {
  // expected-error @+1 {{has other types than 'json_items' takes}}
  %items = tine.data "json_items"(%text) : (!tine.str) -> i64
  return %items : i64
}
