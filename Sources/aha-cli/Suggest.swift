/// The word that was probably meant: the first one that is one letter off (one too many, one too
/// few, another one, or two swapped).
func suggestion(for word: Bytes, among words: [String]) -> String? {
  words.first { !$0.isEmpty && isOneLetterOff(word, Array($0.utf8)) }
}

private func isOneLetterOff(_ left: Bytes, _ right: Bytes) -> Bool {
  let start = commonLength(left, right)
  let leftRest = left[start...]
  let rightRest = right[start...]
  if leftRest.isEmpty && rightRest.isEmpty { return false }
  let isSwapped =
    leftRest.count >= 2 && rightRest.count >= 2
    && leftRest[start] == rightRest[start + 1] && leftRest[start + 1] == rightRest[start]
    && leftRest.dropFirst(2) == rightRest.dropFirst(2)
  return isSwapped
    || leftRest.dropFirst() == rightRest.dropFirst()
    || leftRest.dropFirst() == rightRest
    || leftRest == rightRest.dropFirst()
}

private func commonLength(_ left: Bytes, _ right: Bytes) -> Int {
  var length = 0
  while length < min(left.count, right.count), left[length] == right[length] { length += 1 }
  return length
}
