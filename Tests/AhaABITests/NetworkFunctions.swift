import CAha

// Functions of clients, accounts and requests, as in Functions.swift.

let ofClients: [Function<aha_result>] = [
  Function("aha_client_next_event", .client) { aha_client_next_event($0, nil) },
  Function("aha_handle_url", .client) { aha_handle_url($0, nil, nil) },
  Function("aha_client_get_account_count", .client) { aha_client_get_account_count($0, nil) },
  Function("aha_client_copy_account", .client) { aha_client_copy_account($0, 0, 0, nil, 0, nil) },
  Function("aha_account_open", .client) { aha_account_open($0, nil, nil, nil) },
  Function("aha_request_create", .client) { aha_request_create($0, nil, nil, nil, nil, nil) },
  Function("aha_stream_open_remote", .client) { aha_stream_open_remote($0, nil, nil, nil) },
  Function("aha_client_retain", .client) { aha_client_retain($0) },
  Function("aha_client_release", .client) { aha_client_release($0) },
]

let ofAccounts: [Function<aha_result>] = [
  Function("aha_account_sign_in", .account) { aha_account_sign_in($0, nil, nil) },
  Function("aha_account_enter_code", .account) { aha_account_enter_code($0, nil) },
  Function("aha_account_refresh", .account) { aha_account_refresh($0, nil) },
  Function("aha_account_sign_out", .account) { aha_account_sign_out($0, nil) },
  Function("aha_account_copy_text", .account) { aha_account_copy_text($0, 99, nil, 0, nil) },
  Function("aha_account_retain", .account) { aha_account_retain($0) },
  Function("aha_account_release", .account) { aha_account_release($0) },
]

let ofRequests: [Function<aha_result>] = [
  Function("aha_request_add_parameter", .request) { aha_request_add_parameter($0, nil, nil) },
  Function("aha_request_add_file", .request) { aha_request_add_file($0, nil, nil, nil, nil) },
  Function("aha_request_set_header", .request) { aha_request_set_header($0, nil, nil) },
  Function("aha_request_set_body", .request) { aha_request_set_body($0, nil, 0, 0, nil) },
  Function("aha_request_set_sink", .request) { aha_request_set_sink($0, nil) },
  Function("aha_request_set_reply_file", .request) { aha_request_set_reply_file($0, nil) },
  Function("aha_request_set_range", .request) { aha_request_set_range($0, -1, 0) },
  Function("aha_request_start", .request) { aha_request_start($0, nil) },
  Function("aha_request_sign", .request) { aha_request_sign($0, nil, 0, nil, 0) },
  Function("aha_request_copy_header", .request) { aha_request_copy_header($0, nil, nil, 0, nil) },
  Function("aha_request_copy_body", .request) { aha_request_copy_body($0, nil, 0, nil) },
  Function("aha_request_read", .request) { aha_request_read($0, nil, 0, nil) },
  Function("aha_request_get_progress", .request) { aha_request_get_progress($0, nil) },
  Function("aha_request_retain", .request) { aha_request_retain($0) },
  Function("aha_request_release", .request) { aha_request_release($0) },
]

let gettersOfTheNetwork: [Function<Bool>] = [
  Function("aha_client_event_fd", .client) { aha_client_event_fd($0) == -1 },
  Function("aha_account_is_signed_in", .account) { aha_account_is_signed_in($0) == 0 },
  Function("aha_account_store", .account) { aha_account_store($0) == 0 },
  Function("aha_request_context", .request) { aha_request_context($0) == nil },
  Function("aha_request_status", .request) { aha_request_status($0) == 0 },
]
