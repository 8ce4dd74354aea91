import AhaBase
import AhaDrop
import AhaLibrary
import AhaNet
import AhaSync
import CAha

@c @implementation
public func aha_sync_fetch(
  _ library: OpaquePointer?, _ client: OpaquePointer?, _ destination: OpaquePointer?,
  _ number: Int64, _ path: UnsafePointer<CChar>?, _ outJob: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  starting(outJob, of: client) { (attach) throws(AhaError) in
    try Callback.refuse()
    let library = try openLibrary(library)
    let host = try Handle.object(client, as: Client.self)
    var place: (any Destination)?
    if let destination {
      let box = try Handle.object(destination, as: DestinationBox.self)
      guard box.registry.client === host else {
        throw AhaError(.invalidArgument, "\(box.destination.name) belongs to another client")
      }
      place = box.destination
    }
    let file = try filePath(path)
    let fetch = try Fetch(library, number, from: place, host)
    let job = Job()
    try attach(job)
    try host.jobs.run(
      job, { (job) throws(AhaError) in try fetch.run(to: file, job) },
      afterwards: { host.events.end(job, $0) })
  }
}
