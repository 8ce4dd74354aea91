import CAha

let undoVerb = Verb(
  name: "project undo", synopsis: "NAME.aha", summary: "Take the last edit back",
  ownOptions: [], run: runUndo)

let redoVerb = Verb(
  name: "project redo", synopsis: "NAME.aha", summary: "Do the last edit that was undone again",
  ownOptions: [], run: runRedo)

@Sendable
private func runUndo(_ arguments: Arguments, _ console: Console) throws(Failure) {
  let path = try undoVerb.projectPath(arguments)
  _ = try undoVerb.operands(arguments, most: 0)
  let project = try ProjectFile.forEditing(path)
  let title = project.undoTitle
  try step(project, aha_project_undo(project.pointer), "undo")
  console.print("undone: " + shown(title))
}

@Sendable
private func runRedo(_ arguments: Arguments, _ console: Console) throws(Failure) {
  let path = try redoVerb.projectPath(arguments)
  _ = try redoVerb.operands(arguments, most: 0)
  let project = try ProjectFile.forEditing(path)
  let title = project.redoTitle
  try step(project, aha_project_redo(project.pointer), "redo")
  console.print("redone: " + shown(title))
}

private func step(_ project: ProjectFile, _ result: aha_result, _ what: String) throws(Failure) {
  try project.require(result)
  guard Int(result) == AHA_END else { return }
  throw Failure(
    exit: .general, result: aha_result(AHA_ERROR_STATE),
    message: shown(project.path) + ": there is nothing to " + what)
}
