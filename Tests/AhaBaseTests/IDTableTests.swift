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
