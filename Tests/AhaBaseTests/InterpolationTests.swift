import AhaBase
import Testing

@Suite struct InterpolationTests {
  @Test(arguments: [
    (0.1, "0.1"), (1, "1.0"), (-0.0, "-0.0"), (1 / 3, "0.3333333333333333"), (48_000, "48000.0"),
    (5e-324, "4.94065645841247e-324"), (.infinity, "inf"), (-2.5e20, "-2.5e+20"),
    (0.1 + 0.2, "0.30000000000000004"),
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
