/*
 * Lets better-sqlite3 13, written for Node-API 10, run on the Node-API 9 of Electron 33.
 *
 * The one addition of Node-API 10 that it needs is napi_create_reference() on primitives; here a primitive is put into
 * an array of one, and the array is referenced.
 */
#pragma once
#include <node_api.h>
#include <unordered_set>

namespace node_api_9 {

/* References whose value is in a box. Per thread, as Node-API environments are. */
inline std::unordered_set<napi_ref>& boxed() {
  static thread_local std::unordered_set<napi_ref> references;
  return references;
}

inline napi_status create_reference(napi_env env, napi_value value, uint32_t count, napi_ref* result) {
  napi_valuetype type;
  napi_status status = napi_typeof(env, value, &type);
  if (status != napi_ok) return status;
  if (type == napi_object || type == napi_function || type == napi_symbol || type == napi_external) {
    return napi_create_reference(env, value, count, result);
  }
  napi_value box;
  if ((status = napi_create_array_with_length(env, 1, &box)) != napi_ok) return status;
  if ((status = napi_set_element(env, box, 0, value)) != napi_ok) return status;
  if ((status = napi_create_reference(env, box, count, result)) == napi_ok) boxed().insert(*result);
  return status;
}

inline napi_status get_reference_value(napi_env env, napi_ref reference, napi_value* result) {
  napi_status status = napi_get_reference_value(env, reference, result);
  if (status != napi_ok || *result == nullptr || !boxed().count(reference)) return status;
  return napi_get_element(env, *result, 0, result);
}

inline napi_status delete_reference(napi_env env, napi_ref reference) {
  boxed().erase(reference);
  return napi_delete_reference(env, reference);
}

}  // namespace node_api_9

#define napi_create_reference node_api_9::create_reference
#define napi_get_reference_value node_api_9::get_reference_value
#define napi_delete_reference node_api_9::delete_reference
