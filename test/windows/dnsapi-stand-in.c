/*
 * Replaces Windows's search for announced services, which wine 8 lacks. Structures and calling convention are those of windns.h, and
 * callbacks run on separate threads, the last one while the search is being cancelled. Held() returns the number of allocations that the caller has not freed.
 */
#define _WIN32_WINNT 0x0A00
#include <winsock2.h>
#include <windows.h>
#include <windns.h>

/* A constant of winerror.h that older headers lack. */
#define DNS_REQUEST_PENDING 9506
#define EXPORT __declspec(dllexport)

static volatile LONG held;
static DNS_SERVICE_BROWSE_REQUEST browses[2];
static volatile LONG browsed;

static void *make(SIZE_T size) {
  InterlockedIncrement(&held);
  return HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, size);
}

EXPORT int WINAPI Held(void) { return held; }

EXPORT VOID WINAPI DnsFree(PVOID data, DNS_FREE_TYPE type) {
  PDNS_RECORD record = data;
  while (record != NULL && type == DnsFreeRecordList) {
    PDNS_RECORD next = record->pNext;
    HeapFree(GetProcessHeap(), 0, record);
    InterlockedDecrement(&held);
    record = next;
  }
}

EXPORT VOID WINAPI DnsServiceFreeInstance(PDNS_SERVICE_INSTANCE instance) {
  HeapFree(GetProcessHeap(), 0, instance);
  InterlockedDecrement(&held);
}

static PDNS_RECORD records(const wchar_t *host) {
  PDNS_RECORD pointer = make(sizeof *pointer), text = make(sizeof *text);
  text->wType = DNS_TYPE_TEXT; /* only the pointers are read */
  text->pNext = pointer;
  pointer->wType = DNS_TYPE_PTR;
  ((DNS_RECORDW *)pointer)->Data.PTR.pNameHost = (PWSTR)host;
  return text;
}

static DWORD WINAPI announce(LPVOID at) {
  DNS_SERVICE_BROWSE_REQUEST *request = at;
  BOOL isRaw = wcscmp(request->QueryName, L"_pdl-datastream._tcp.local") == 0;
  Sleep(20);
  for (int i = 0; i < 2; i += 1) /* announces each printer twice */
    request->pBrowseCallback(ERROR_SUCCESS, request->pQueryContext, records(isRaw ? L"Yazıcı 1 (Çıkış)._pdl-datastream._tcp.local" : L"Büro._ipp._tcp.local"));
  return 0;
}

EXPORT DNS_STATUS WINAPI DnsServiceBrowse(PDNS_SERVICE_BROWSE_REQUEST request, PDNS_SERVICE_CANCEL cancel) {
  if (request->Version != DNS_QUERY_REQUEST_VERSION1) return ERROR_INVALID_PARAMETER;
  DNS_SERVICE_BROWSE_REQUEST *own = &browses[InterlockedIncrement(&browsed) - 1];
  *own = *request;
  cancel->reserved = own;
  CreateThread(NULL, 0, announce, own, 0, NULL);
  return DNS_REQUEST_PENDING;
}

static DWORD WINAPI end(LPVOID at) {
  DNS_SERVICE_BROWSE_REQUEST *request = at;
  request->pBrowseCallback(ERROR_CANCELLED, request->pQueryContext, NULL);
  return 0;
}

EXPORT DNS_STATUS WINAPI DnsServiceBrowseCancel(PDNS_SERVICE_CANCEL cancel) {
  WaitForSingleObject(CreateThread(NULL, 0, end, cancel->reserved, 0, NULL), INFINITE);
  return ERROR_SUCCESS;
}

static IP4_ADDRESS address;
static PWSTR keys[] = { L"ty", L"PDL" }, values[] = { L"Zebra ZD421", L"application/vnd.zebra-zpl" };

static DWORD WINAPI resolve(LPVOID at) {
  DNS_SERVICE_RESOLVE_REQUEST *request = at;
  PDNS_SERVICE_INSTANCE found = make(sizeof *found);
  BYTE bytes[] = { 192, 168, 1, 50 };
  BOOL isRaw = wcsstr(request->QueryName, L"_pdl-datastream") != NULL;
  memcpy(&address, bytes, sizeof bytes);
  found->pszInstanceName = request->QueryName;
  found->pszHostName = L"buro.local";
  found->ip4Address = isRaw ? &address : NULL;
  found->wPort = isRaw ? 9101 : 631;
  found->dwPropertyCount = isRaw ? 2 : 0;
  found->keys = isRaw ? keys : NULL;
  found->values = isRaw ? values : NULL;
  request->pResolveCompletionCallback(ERROR_SUCCESS, request->pQueryContext, found);
  HeapFree(GetProcessHeap(), 0, request);
  return 0;
}

EXPORT DNS_STATUS WINAPI DnsServiceResolve(PDNS_SERVICE_RESOLVE_REQUEST request, PDNS_SERVICE_CANCEL cancel) {
  DNS_SERVICE_RESOLVE_REQUEST *own = HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, sizeof *own);
  *own = *request;
  own->QueryName = _wcsdup(request->QueryName);
  cancel->reserved = own;
  CreateThread(NULL, 0, resolve, own, 0, NULL);
  return DNS_REQUEST_PENDING;
}

EXPORT DNS_STATUS WINAPI DnsServiceResolveCancel(PDNS_SERVICE_CANCEL cancel) { return ERROR_SUCCESS; }
