import AhaBase
import Testing

@Suite struct IDTableTests {
  final class Item {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  @Test func objectsAreFoundByTheirNumbers() {
    var table = IDTable<Item>()
    for id in [7, -3, 12, 5] as [Int64] { table[id] = Item(Int(id)) }
    #expect(table.ids == [-3, 5, 7, 12])
    for id in table.ids { #expect(table[id]?.number == Int(id)) }
    #expect(table[6] == nil)
    table[7] = Item(70)
    #expect(table[7]?.number == 70)
    #expect(table.ids.count == 4)
    table[-3] = nil
    table[100] = nil
    #expect(table.ids == [5, 7, 12])
    #expect(table[5]?.number == 5)
  }

  @Test func numbersAreThereOnce() {
    var set = IDSet()
    #expect(set.isEmpty)
    for id in [4, 1, 4, 9, 1] as [Int64] { set.insert(id) }
    var other = IDSet()
    other.insert(0)
    other.insert(9)
    set.formUnion(other)
    #expect(set.ids == [0, 1, 4, 9])
    #expect(set.count == 4)
    #expect(set.contains(4))
    #expect(!set.contains(5))
  }
}

@Suite struct InterpolationTests {
  @Test(arguments: [
    (0.1, "0.1"), (1, "1.0"), (-0.0, "-0.0"), (1 / 3, "0.3333333333333333"), (48_000, "48000.0"),
    (5e-324, "5e-324"), (.infinity, "inf"), (-2.5e20, "-2.5e+20"), (0.1 + 0.2, "0.30000000000000004"),
  ])
  func numbersHaveTheDigitsThatGiveThemBack(_ number: Double, _ text: String) {
    #expect("\(number)" == text)
    #expect(Double("\(number)") == number)
  }

  @Test func singleNumbersHaveFewerDigits() {
    #expect("\(Float(0.1))" == "0.1")
    #expect("\(Float(1) / 3)" == "0.33333334")
    #expect("\(Float.nan)" == "nan")
  }
}

@Suite struct ByteTextTests {
  @Test func textsAreComparedByteByByte() {
    #expect(ByteText([0x52, 0x49]) == "RI")
    #expect(ByteText([0x52, 0x49, 0][...]) != "RI")
    #expect(ByteText([]) == "")
    #expect(ByteText(Array("OpusHead".utf8)) == "OpusHead")
    #expect(ByteText(Array("abcdefghijklmnop".utf8)) != "abcdefghijklmnoX")
    #expect(ByteText(Array("a longer text than that".utf8)).text == "a longer text th…")
    #expect((ByteText(Array("fmt ".utf8))).text == "fmt ")
  }
}
