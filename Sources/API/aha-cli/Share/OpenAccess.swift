/// The options of a destination that is only read.
let accessOptions = destinationOptions.filter { option in
  ["--user", "--password-file", "--endpoint", "--region", "--virtual-host"].contains(option.name)
}

/// The account or destination whose keys open a URL.
final class OpenAccess {
  let online: Online
  private(set) var account: OnlineAccount?
  /// The library finds it among the client's destinations.
  private var destination: OnlineDestination?

  init(for url: Bytes, from arguments: Arguments) throws(Failure) {
    let isApplication = url.begins(with: "ah-")
    (online, account) = try Online.with(
      arguments, of: openVerb, account: isApplication ? "allihoopa".array : nil,
      application: isApplication ? Bytes(url.dropFirst(3).prefix { $0 != 0x3a }) : "aha".array)
    if let word = arguments.value("--from") {
      destination = try OnlineDestination(
        named: DestinationWord(word, for: openVerb), arguments: arguments, online: online)
      return
    }
    let isBucket = url.begins(with: "s3://")
    guard account == nil, isBucket || url.begins(with: "http") else { return }
    // The drop that has this URL, or this id at its destination.
    if let drop = try? openDrop(withID: url, online: online) {
      do throws(Failure) {
        destination = try findDestination(
          of: drop, arguments: arguments, online: online, for: openVerb)
      } catch { if isBucket { throw error } }
    } else if isBucket {
      let bucket = url.prefix("s3://".utf8.count) + url.dropFirst(5).prefix { $0 != 0x2f }
      destination = try OnlineDestination(
        named: DestinationWord(Bytes(bucket), for: openVerb), arguments: arguments, online: online)
    } else {
      account = try service(of: url)
    }
  }

  /// The signed-in account for a link of Dropbox or SoundCloud, which only its users can read.
  private func service(of url: Bytes) throws(Failure) -> OnlineAccount? {
    let parts = url.split(separator: 0x2f)
    let host = (parts.count > 1 ? Bytes(parts[1]) : []).lowered
    let provider = ["dropbox", "soundcloud"].first { name in
      same(name + ".com", host) || same("www." + name + ".com", host)
    }
    guard let provider else { return nil }
    if let name = try savedAccounts(of: online).first(where: { same(provider, $0.provider) }) {
      return try OnlineAccount(online, name: name, settings: ProviderSettings(of: name))
    }
    throw Failure(
      .network, code: AHA_ERROR_NOT_SIGNED_IN, "\(url): libaha reads this link only when signed in",
      hint: "sign in with: \(program) login " + provider)
  }
}
