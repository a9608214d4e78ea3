import type { KeptRequest, RequestFault } from '#flows/requests/request-log.ts'

/** A request as its merchant sees it (docs/reference/requests.md#request-log). */
export function requestView(request: KeptRequest) {
  return {
    request_id: request.requestId,
    received_at: request.createdAt,
    method: request.method,
    path: request.path,
    route: request.route,
    status: request.status,
    processing_code: request.processingCode,
    transaction_id: request.transactionId,
    duration_ms: request.durationMs,
    client_id: request.clientId,
    refused_fields: request.refusedFields,
  }
}

/** The same fault of several requests. */
export function faultView(fault: RequestFault) {
  return {
    method: fault.method,
    route: fault.route,
    status: fault.status,
    refused_fields: fault.refusedFields,
    count: fault.count,
    first_at: fault.firstAt,
    last_at: fault.lastAt,
    last_request_id: fault.lastRequestId,
  }
}
