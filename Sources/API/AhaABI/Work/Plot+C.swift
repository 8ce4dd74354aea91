import AhaBase
import AhaProject
import CAha

@c @implementation
public func aha_plot_start(
  _ project: OpaquePointer?, _ path: UnsafePointer<CChar>?,
  _ options: UnsafePointer<aha_plot_options>?, _ outJob: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  starting(outJob, of: nil) { (attach) throws(AhaError) in
    let project = try Handle.object(project, as: Project.self)
    let path = FilePath(try required(path, "path"))
    try project.startPlot(ProjectPlot(options), to: path, prepare: attach)
  }
}

extension ProjectPlot {
  fileprivate init(_ options: UnsafePointer<aha_plot_options>?) throws(AhaError) {
    self.init()
    let asked = try Sized.read(options, "options", default: aha_plot_options_init())
    try requireZero(asked.reserved, "options")
    begin = asked.begin_us
    if asked.end_us != 0 { end = asked.end_us }
    width = try choose(asked.width, 320...8192, width, "width")
    if asked.height != 0 { height = Int(asked.height) }
    isDark = asked.dark != 0
  }
}
