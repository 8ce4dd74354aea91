import AhaBase
import AhaDrop
import AhaLibrary
import AhaNet
import AhaOpen
import AhaPage
import AhaPiece
import AhaSync

/// Drops in a bucket: the keys with a prefix.
///
/// Source: "Amazon S3 API Reference", ListObjectsV2.
final class S3Catalogue: Catalogue {
  let client: Client
  let address: String
  private let destination: S3Destination
  private let service: S3Service
  private let prefix: String
  let publicURL: String
  /// Last key of the list so far.
  private var last = ""

  init(destination: S3Destination, client: Client) {
    (self.destination, self.client) = (destination, client)
    (service, address) = (destination.bucket, destination.address)
    prefix = destination.prefix
    publicURL = destination.isPublic ? destination.folderURL : ""
  }

  var kind: String { "s3" }

  func begin(at position: String, token: String, via call: SyncCall) throws(AhaError) {
    last = position
  }

  func nextPart(via call: SyncCall) throws(AhaError) -> ListPart {
    var query = "encoding-type=url&list-type=2&max-keys=1000&prefix=\(Percent.encoded(prefix))"
    if !last.isEmpty { query += "&start-after=\(Percent.encoded(last))" }
    let reply = try service.send(
      service.message(method: "GET", key: "", query: query), sending: S3Service.Sending(),
      via: call.call)
    let list = try S3Contents(body: reply.body)
    var part = ListPart()
    for object in list.objects { add(object, to: &part) }
    guard list.isTruncated else {
      part.next = .end(token: "")
      return part
    }
    let key = list.objects.last?.key ?? ""
    guard last.array.lexicographicallyPrecedes(key.array) else {
      throw AhaError(.reply, "the list of \(address.cut) does not continue after \(last.cut)")
    }
    last = key
    part.next = .at(key)
    return part
  }

  private func add(_ object: S3Contents.Object, to part: inout ListPart) {
    let (key, prefix) = (object.key.array, prefix.array)
    let end = "/\(DropManifest.fileName)".array
    guard key.starts(with: prefix), key.count > prefix.count + end.count,
      key.suffix(end.count).elementsEqual(end)
    else { return }
    let folder = key.dropFirst(prefix.count).dropLast(end.count)
    let name = folder.text
    // The manifest of a drop in a deeper folder, which belongs to another destination.
    if folder.contains(UInt8(ascii: "/")) { return }
    guard DropItem.isName(name), !object.tag.isEmpty else {
      return part.troubles.append("\"\(object.key.cut)\" is not a drop")
    }
    part.entries.append(ListEntry(id: name, revision: object.tag.onOneLine(limit: 256)))
  }

  func look(
    at entry: ListEntry, knowing revision: String, via call: SyncCall
  ) throws(AhaError) -> EntryAnswer {
    let key = destination.key(of: entry.id, name: DropManifest.fileName)
    var message = service.message(method: "GET", key: key)
    message.limits.body = Int64(Manifest.largest)
    var sending = S3Service.Sending()
    sending.accepts = [404]
    do throws(AhaError) {
      let reply = try service.send(message, sending: sending, via: call.call)
      if reply.status == 404 {
        return .nothing("\(key.cut) was deleted meanwhile", isThere: false)
      }
      let item = try item(of: entry.id, manifest: reply.body, via: call)
      return .item(RemoteItem(id: entry.id, revision: entry.revision, item: item))
    } catch {
      guard DropItem.isOfEntry(error) || error.code == .access else { throw error }
      let drop = error.code == .access ? "drop \(entry.id.cut): " : ""
      return .nothing(drop + error.line, isThere: true)
    }
  }

  func file(at url: String, name: String) throws(AhaError) -> RemoteFile {
    let bucket = service.settings.bucketURL
    let isOfBucket = publicURL.isEmpty || url.array.starts(with: bucket.array)
    let service = service
    return RemoteFile(
      name: name,
      url: isOfBucket
        ? bucket + (try url.rest(behind: bucket))
        : address + (try url.rest(behind: publicURL)),
      sign: { (request, _) throws(AhaError) in try service.authorize(&request) },
      renew: { (_, _, _) throws(AhaError) in
        throw AhaError(.notSignedIn, "the bucket's key is refused")
      })
  }
}

extension S3Catalogue: RemoteDropEditor {
  var files: any RemoteFiles { service }

  func list(_ drops: [DropList.Entry], via call: SyncCall) throws(AhaError) {
    try destination.feed(via: call.call)?.replace(drops)
  }

  func addLinks(to manifest: inout DropManifest, of id: String) throws(AhaError) {
    if let signing = destination.signing(of: id) { try manifest.sign(signing) }
  }
}

/// A page of the list of a bucket's objects.
final class S3Contents: XMLReader {
  struct Object {
    var key = ""
    var tag = ""
  }

  private(set) var objects: [Object] = []
  private(set) var isTruncated = false
  private var object = Object()
  private var isList = false

  /// Errors: `reply`.
  init(body: [UInt8]) throws(AhaError) {
    super.init(cutsTexts: true)
    try begin(named: "the list of a bucket")
    try body.withBytes { (bytes) throws(AhaError) in try feed(bytes, isLast: true) }
    if !isList { throw AhaError(.reply, "the reply is not a list of a bucket") }
  }

  override func begins(element name: XMLName) {
    if depth == 1 { isList = name.local == "ListBucketResult" }
  }

  override func ends(element name: XMLName, text: String) {
    if depth == 2 {
      if name.local == "Contents" {
        objects.append(object)
        object = Object()
      }
      if name.local == "IsTruncated" { isTruncated = text == "true" }
    } else if depth == 3, parent?.local == "Contents" {
      if name.local == "Key" {
        let key = Percent.decoded(text.array[...], plusIsSpace: true)
        object.key = key.text
      }
      if name.local == "ETag" { object.tag = text }
    }
  }
}
