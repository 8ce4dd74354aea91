import AhaTestSupport
import CAha
import Glibc
import Testing

/// A host's token store.
final class HostVault: @unchecked Sendable {
  var record: [UInt8]
  var calls: [String] = []
  var destroyed = 0
  var onForget: () -> Void = {}

  init(_ record: String = "") { self.record = Array(record.utf8) }

  var userData: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  private static func of(_ data: UnsafeMutableRawPointer?) -> HostVault {
    Unmanaged<HostVault>.fromOpaque(data!).takeUnretainedValue()
  }

  static let destroy: aha_destroy_fn = { HostVault.of($0).destroyed += 1 }

  static var callbacks: aha_store_callbacks {
    var callbacks = aha_store_callbacks_init()
    callbacks.load = { data, provider, name, bytes, capacity in
      let vault = HostVault.of(data)
      vault.calls.append("load \(String(cString: provider!)) \(String(cString: name!))")
      if capacity >= vault.record.count {
        vault.record.withUnsafeBytes {
          bytes?.copyMemory(from: $0.baseAddress!, byteCount: $0.count)
        }
      }
      return Int64(vault.record.count)
    }
    callbacks.save = { data, _, _, bytes, size in
      let vault = HostVault.of(data)
      vault.calls.append("save")
      vault.record = Array(UnsafeRawBufferPointer(start: bytes, count: size))
      return 0
    }
    callbacks.forget = { data, _, _ in
      let vault = HostVault.of(data)
      vault.calls.append("forget")
      vault.record = []
      vault.onForget()
      return 0
    }
    return callbacks
  }

  func open(_ client: OpaquePointer, _ change: (inout aha_account_options) -> Void = { _ in })
    -> (aha_result, OpaquePointer?)
  {
    var account: OpaquePointer?
    var callbacks = HostVault.callbacks
    let result = "oauth2".withCString { name in
      "http://127.0.0.1:1/token".withCString { url in
        withUnsafePointer(to: &callbacks) { callbacks in
          var provider = aha_provider_init(name)
          (provider.token_url, provider.client_id) = (url, name)
          var options = aha_account_options_init()
          (options.store, options.callbacks) = (aha_store_kind(AHA_STORE_HOST), callbacks)
          (options.user_data, options.destroy) = (userData, HostVault.destroy)
          change(&options)
          return aha_account_open(client, &provider, &options, &account)
        }
      }
    }
    return (result, account)
  }
}

private let kept =
  "{\"version\":1,\"owner\":\"http://127.0.0.1:1 - oauth2\","
  + "\"access_token\":\"a-token\",\"token_type\":\"\",\"scope\":\"all\"}"

@Suite("Accounts in C")
struct AccountTests {
  private func text(_ account: OpaquePointer?, _ which: Int) -> String {
    var buffer = [CChar](repeating: 0, count: 100)
    aha_account_copy_text(account, aha_account_text(which), &buffer, buffer.count, nil)
    return String(cString: buffer)
  }

  private func info(_ account: OpaquePointer?) -> aha_account_info {
    var info = aha_account_info_init()
    aha_account_get_info(account, &info)
    return info
  }

  private func isSignedIn(_ account: OpaquePointer?) -> Bool { info(account).is_signed_in != 0 }

  @Test func theHostsStoreIsUsed() throws {
    let (client, vault) = (try newClient(), HostVault(kept))
    let (result, account) = vault.open(client)
    #expect(name(result) == "AHA_OK" && isSignedIn(account))
    #expect(vault.calls == ["load oauth2 default"])
    #expect(info(account).store == aha_store_kind(AHA_STORE_HOST))
    #expect(text(account, AHA_ACCOUNT_SCOPES) == "all" && text(account, AHA_ACCOUNT_URL) == "")
    let request = try made {
      aha_request_create(client, account, "GET", "http://127.0.0.1:1/", nil, $0)
    }
    var header = [CChar](repeating: 0, count: 100)
    var value = [CChar](repeating: 0, count: 100)
    #expect(aha_request_sign(request, &header, 100, &value, 100) == 0)
    #expect(
      String(cString: header) == "Authorization" && String(cString: value) == "Bearer a-token")
    #expect(name(aha_request_sign(request, nil, 0, &value, 14)) == "AHA_ERROR_BUFFER_TOO_SMALL")
    let job = try made { aha_account_sign_out(account, $0) }
    #expect(aha_job_wait(job, 30_000) == 0 && vault.calls.last == "forget")
    var event = aha_event_init()
    #expect(aha_client_next_event(client, &event) == 0)
    #expect(String(cString: aha_event_kind_name(event.kind)) == "AHA_EVENT_ACCOUNT_SIGNED_OUT")
    #expect(event.source == UnsafeMutableRawPointer(account) && event.result == 0)
    #expect(aha_client_next_event(client, &event) == 0 && event.source == .init(job))
    #expect(aha_client_next_event(client, &event) == aha_result(AHA_END))
    #expect(vault.destroyed == 0)
    aha_client_release(client)
    #expect(vault.destroyed == 1)
  }

  /// After its last release, the account of a destination gets a new handle.
  @Test func aDestinationHasItsAccount() throws {
    let (client, vault) = (try newClient(), HostVault(kept))
    let account = vault.open(client).1
    var options = aha_webdav_options_init()
    options.account = account
    let destination = try made {
      aha_destination_create_webdav(client, "http://127.0.0.1:1/", &options, $0)
    }
    #expect(try made { aha_destination_get_account(destination, $0) } == account)
    #expect(aha_account_release(account) == 0 && aha_account_release(account) == 0)
    let again = try made { aha_destination_get_account(destination, $0) }
    #expect(again != account && isSignedIn(again) && vault.destroyed == 0)
    #expect(vault.open(client).1 == again)
    aha_client_release(client)
    #expect(vault.destroyed == 2)
  }

  @Test func aLargeRecordIsLoadedToo() throws {
    let vault = HostVault(kept.replacing("a-token", with: String(repeating: "t", count: 60_000)))
    let client = try newClient()
    let (result, account) = vault.open(client)
    #expect(result == 0 && isSignedIn(account) && vault.calls.count == 2)
    aha_client_release(client)
  }

  @Test func aFailedCallDoesNotTakeTheStoreOver() throws {
    let client = try newClient()
    let (wrong, small, other) = (HostVault(), HostVault(), HostVault())
    #expect(name(wrong.open(client) { $0.store = 9 }.0) == "AHA_ERROR_INVALID_ARGUMENT")
    #expect(name(small.open(client) { $0.reserved = 1 }.0) == "AHA_ERROR_UNSUPPORTED")
    #expect(name(other.open(OpaquePointer(bitPattern: 8)!).0) == "AHA_ERROR_INVALID_HANDLE")
    #expect([wrong, small, other].map(\.destroyed) == [1, 1, 1])
    // The store is not the host's, so the callbacks are never called.
    let memory = HostVault()
    #expect(memory.open(client) { $0.store = aha_store_kind(AHA_STORE_MEMORY) }.0 == 0)
    #expect(memory.destroyed == 1 && memory.calls.isEmpty)
    aha_client_release(client)
  }

  @Test func aStoreInUseIsNotDestroyed() throws {
    let (client, vault) = (try newClient(), HostVault(kept))
    let (first, again) = (vault.open(client).1, vault.open(client).1)
    #expect(first == again && vault.destroyed == 0)
    // Neither a failed call nor a call for another account takes over the callbacks.
    #expect(name(vault.open(client) { $0.store = 9 }.0) == "AHA_ERROR_INVALID_ARGUMENT")
    let other = "other".withCString { other in vault.open(client) { $0.name = other }.1 }
    #expect(aha_account_release(other) == 0 && vault.destroyed == 0)
    #expect(aha_account_release(first) == 0 && vault.destroyed == 0)
    #expect(isSignedIn(first))
    // Each store that was passed is destroyed once.
    #expect(aha_account_release(again) == 0 && vault.destroyed == 4)
    aha_client_release(client)
    #expect(vault.destroyed == 4)
  }

  @Test func aRecordThatIsNoTokenIsAnError() throws {
    let (client, vault) = (try newClient(), HostVault("no"))
    let (result, account) = vault.open(client)
    #expect(result == 0 && !isSignedIn(account))
    #expect(name(aha_account_refresh(account, nil)) == "AHA_ERROR_NOT_SIGNED_IN")
    var event = aha_event_init()
    #expect(aha_client_next_event(client, &event) == 0)
    #expect(String(cString: aha_event_kind_name(event.kind)) == "AHA_EVENT_ACCOUNT_FAILED")
    #expect(name(event.result) == "AHA_ERROR_DAMAGED")
    let job = try made { aha_account_sign_out(account, $0) }
    #expect(aha_job_wait(job, 30_000) == 0 && vault.record.isEmpty)
    aha_client_release(client)
  }

  /// The release does not wait for the thread it runs on.
  @Test func theClientMayEndInsideACallback() throws {
    let (client, vault, ended) = (try newClient(), HostVault(kept), Event())
    let account = vault.open(client).1
    nonisolated(unsafe) var result = aha_result(AHA_PENDING)
    vault.onForget = {
      result = aha_client_release(client)
      ended.set()
    }
    #expect(aha_account_sign_out(account, nil) == 0)
    #expect(ended.wait() && name(result) == "AHA_OK")
    let deadline = ContinuousClock.now + .seconds(30)
    while vault.destroyed == 0, ContinuousClock.now < deadline { sched_yield() }
    #expect(vault.destroyed == 1)
  }

  @Test func waitingRequestsEndWithTheClient() throws {
    let client = try newClient()
    let account = try newAccount(client)
    var options = aha_request_options_init()
    options.wait_for_sign_in = 1
    let request = try made {
      aha_request_create(client, account, "GET", "http://127.0.0.1:1/", &options, $0)
    }
    let job = try made { aha_request_start(request, $0) }
    #expect(aha_job_wait(job, 0) == aha_result(AHA_PENDING))
    #expect(aha_account_release(account) == 0 && aha_request_release(request) == 0)
    #expect(aha_job_cancel(job) == 0)
    #expect(name(aha_job_wait(job, 0)) == "AHA_ERROR_CANCELLED")
    let stays = try newAccount(client)
    #expect(!isSignedIn(stays))
    aha_client_release(client)
    #expect(name(aha_job_wait(job, 0)) == "AHA_ERROR_RELEASED")
  }
}
