//===- TineFileOps.cpp - Text files ---------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of what files are asked for.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"

using namespace mlir;
using namespace tine;

namespace {

/// Types as letters: s a string, i an int, f a float, l a list of strings, v
/// nothing.
struct Request {
  StringRef name;
  StringRef arguments;
  char result;
};

constexpr Request fileRequests[] = {
    {"open", "sii", 'i'},        {"close", "i", 'v'},
    {"is_open", "i", 'i'},       {"advance", "i", 'i'},
    {"line", "i", 's'},          {"read", "ii", 's'},
    {"write", "is", 'v'},        {"flush", "i", 'v'},
    {"tell", "i", 'i'},          {"seek", "iii", 'i'},
    {"reason", "i", 's'},        {"remove", "s", 'i'},
    {"remove_folder", "s", 'i'}, {"make_folder", "s", 'i'},
    {"rename", "ss", 'i'},       {"list_error", "s", 'i'},
    {"size", "s", 'i'},          {"changed", "s", 'f'},
    {"list", "s", 's'},          {"glob", "si", 's'},
    {"fits", "ss", 'i'},         {"try_advance", "i", 'i'},
    {"try_read", "ii", 'i'},     {"try_write", "is", 'i'},
    {"try_flush", "i", 'i'},     {"try_close", "i", 'i'},
    {"try_tell", "i", 'i'},      {"try_seek", "iii", 'i'},
    {"problem", "", 's'},        {"of_bytes", "si", 'i'},
};

constexpr Request dataRequests[] = {
    {"json_parse", "s", 's'},     {"json_kind", "s", 'i'},
    {"json_text", "s", 's'},      {"json_int", "s", 'i'},
    {"json_float", "s", 'f'},     {"json_length", "s", 'i'},
    {"json_key", "ss", 's'},      {"json_item", "si", 's'},
    {"json_items", "s", 'l'},     {"json_keys", "s", 'l'},
    {"json_repr", "s", 's'},      {"json_quote", "si", 's'},
    {"csv_is_open", "ssss", 'i'}, {"csv_row", "ssss", 'l'},
    {"image_problem", "ss", 's'}, {"re_find", "sisii", 'n'},
    {"re_all", "sisi", 'n'},      {"re_texts", "sisii", 'l'},
    {"re_groups", "si", 'i'},     {"re_error", "si", 's'},
    {"key_add_int", "si", 's'},   {"key_add_float", "sf", 's'},
    {"key_add_text", "ss", 's'},  {"key_int", "si", 'i'},
    {"key_of_ints", "n", 's'},    {"key_of_texts", "l", 's'},
    {"key_ints", "s", 'n'},       {"key_texts", "s", 'l'},
    {"key_float", "si", 'f'},     {"key_text", "si", 's'},
};

constexpr Request bytesRequests[] = {
    {"bytes_length", "s", 'i'},
    {"bytes_at", "si", 'i'},
    {"bytes_slice", "siiii", 's'},
    {"bytes_find", "ssiii", 'i'},
    {"bytes_split", "ssi", 'l'},
    {"bytes_lines", "si", 'l'},
    {"bytes_strip", "ssi", 's'},
    {"bytes_repr", "s", 's'},
    {"bytes_hex", "ss", 's'},
    {"bytes_decode", "sii", 's'},
    {"bytes_decode_problem", "si", 's'},
    {"bytes_encode", "sii", 's'},
    {"bytes_encode_problem", "si", 's'},
    {"bytes_int", "siii", 'i'},
    {"bytes_float", "siii", 'f'},
    {"bytes_of_int", "iii", 's'},
    {"bytes_ints", "s", 'n'},
    {"bytes_gunzip", "s", 's'},
    {"bytes_md5", "s", 's'},
};

} // namespace

static const Request *findRequest(ArrayRef<Request> requests, StringRef name) {
  const Request *found =
      llvm::find_if(requests, [&](const Request &r) { return r.name == name; });
  return found == requests.end() ? nullptr : found;
}

static Type typeOfLetter(MLIRContext *context, char letter) {
  switch (letter) {
  case 's':
    return StringType::get(context);
  case 'i':
    return IntegerType::get(context, 64);
  case 'f':
    return Float64Type::get(context);
  case 'l':
    return ListType::get(context, {StringType::get(context)});
  case 'n':
    return ListType::get(context, {IntegerType::get(context, 64)});
  default:
    return {};
  }
}

static LogicalResult verifyRequest(Operation *op, ArrayRef<Request> requests,
                                   StringRef what) {
  const Request *request = findRequest(requests, what);
  if (!request)
    return op->emitOpError("knows no '") << what << "'";
  SmallVector<Type> arguments, results;
  for (char letter : request->arguments)
    arguments.push_back(typeOfLetter(op->getContext(), letter));
  if (Type result = typeOfLetter(op->getContext(), request->result))
    results.push_back(result);
  if (op->getOperandTypes() != TypeRange(arguments) ||
      op->getResultTypes() != TypeRange(results))
    return op->emitOpError("has other types than '") << what << "' takes";
  return success();
}

std::optional<Type> FileOp::typeOf(MLIRContext *context, StringRef what) {
  const Request *request = findRequest(fileRequests, what);
  if (!request)
    return std::nullopt;
  return typeOfLetter(context, request->result);
}

LogicalResult FileOp::verify() {
  return verifyRequest(*this, fileRequests, getWhat());
}

static ArrayRef<Request> requestsOfData(StringRef what) {
  return what.starts_with("bytes_") ? ArrayRef<Request>(bytesRequests)
                                    : ArrayRef<Request>(dataRequests);
}

Type DataOp::typeOf(MLIRContext *context, StringRef what) {
  const Request *request = findRequest(requestsOfData(what), what);
  return request ? typeOfLetter(context, request->result) : Type();
}

LogicalResult DataOp::verify() {
  return verifyRequest(*this, requestsOfData(getWhat()), getWhat());
}
