import AhaBase
import AhaTestSupport
import Testing

@testable import AhaDrop

/// Every path through a drop: events on the left, the resulting actions on the right.
@Suite struct DropStateTests {
  private typealias Step = (event: DropState.Event, actions: [DropState.Action])
  private static let network = AhaError(.network, "gone")
  private static let damaged = AhaError(.damaged, "changed")
  private static let asking: [DropState.Action] = [
    .ask(.mixStem), .ask(.preview), .ask(.cover), .ask(.attachment),
  ]
  private static let beginning: [Step] = [
    (.started, [.tell(.preparing), .prepare]), (.ready, [.tell(.editing)] + asking),
  ]
  private static let declined: [Step] = [
    (.declined(.preview), []), (.declined(.attachment), []), (.declined(.cover), []),
  ]

  private func run(
    _ steps: [Step], from first: DropState = DropState(),
    _ location: SourceLocation = #_sourceLocation
  ) throws -> DropState {
    var state = first
    for (number, step) in steps.enumerated() {
      let actions = try state.handle(step.event)
      #expect(actions == step.actions, "step \(number): \(step.event)", sourceLocation: location)
    }
    return state
  }

  private func refuses(_ state: DropState, _ event: DropState.Event, _ code: ResultCode) {
    var state = state
    #expect(failure { _ = try state.handle(event) }?.code == code)
  }

  @Test func aDropGoesFromStartToDone() throws {
    let state = try run(
      Self.beginning + [
        (.answered(.preview, bytes: 5), [.upload(.preview)]),
        (.coming(.mixStem), []), (.came(.mixStem, bytes: 10), []),
        (.answered(.attachment, bytes: 7), []),
        (.sent(.preview), [.upload(.mixStem)]), (.answered(.cover, bytes: 3), []),
        (.sent(.mixStem), [.upload(.attachment)]), (.sent(.attachment), []),
        (.committed, [.tell(.sending), .upload(.cover)]),
        (.sent(.cover), [.tell(.creating), .create]),
        (.created, [.tell(.done), .close(succeeded: true)]),
      ])
    #expect(state.stage == .done)
    refuses(state, .cancelled, .state)
    refuses(state, .started, .state)
    refuses(state, .committed, .state)
  }

  @Test func theLinksOfADoneDropAreRenewed() throws {
    let done = DropState(
      stage: .done, isCommitted: true, hasLocation: true, assets: [(.mixStem, .sent)])
    let creating: Step = (.renewed, [.tell(.creating), .create])
    let renewed = try run(
      [creating, (.created, [.tell(.done), .close(succeeded: true)])], from: done)
    #expect(renewed.stage == .done && renewed.error == nil)
    // A failed or cancelled renewal deletes nothing.
    let failed: [DropState.Action] = [.tell(.done), .close(succeeded: false)]
    for (steps, code) in [
      ([(.broke(Self.network), failed)], ResultCode.network),
      ([(.cancelled, [.stopWork]), (.broke(Self.network), failed)], .cancelled),
    ] as [([Step], ResultCode)] {
      let state = try run([creating] + steps, from: done)
      #expect(state.stage == .done && state.error?.code == code)
      _ = try run([creating], from: state)
    }
    refuses(DropState(), .renewed, .state)
  }

  @Test func theCommitMayComeFirstAndTheCoverIsDrawn() throws {
    _ = try run([
      (.committed, []), (.answered(.mixStem, bytes: 1), []), (.declined(.attachment), []),
      (.started, [.tell(.preparing), .prepare]),
      (.ready, [.tell(.sending), .ask(.preview), .ask(.cover), .upload(.mixStem)]),
      (.declined(.cover), []), (.declined(.preview), []),
      (.sent(.mixStem), [.upload(.cover)]), (.sent(.cover), [.tell(.creating), .create]),
    ])
  }

  /// The host gets this error when it starts the drop.
  @Test func aDropThatFailedBeforeItsStartHasAnError() throws {
    let error = AhaError(.unsupported, "takes no such sound")
    let state = try run([
      (.refused(.mixStem, error), [.tell(.failed), .close(succeeded: false)])
    ])
    refuses(state, .started, .unsupported)
  }

  @Test func aSignInIsWaitedFor() throws {
    let error = AhaError(.notSignedIn, "nobody")
    _ = try run(
      [
        (.started, [.tell(.preparing), .prepare]),
        (.notSignedIn(error), [.tell(.signingIn), .waitForSignIn]),
        (.signedIn, [.tell(.preparing), .prepare]), (.ready, [.tell(.editing)] + Self.asking),
      ], from: DropState(waitsForSignIn: true))
    let state = try run([
      (.started, [.tell(.preparing), .prepare]),
      (.notSignedIn(error), [.tell(.broken), .close(succeeded: false)]),
    ])
    #expect(state.error?.code == .notSignedIn)
    _ = try run(
      [
        (.started, [.tell(.preparing), .prepare]),
        (.notSignedIn(error), [.tell(.signingIn), .waitForSignIn]), (.cancelled, [.stopWork]),
        (.broke(AhaError(.cancelled, "")), [.tell(.cancelled), .close(succeeded: false)]),
      ], from: DropState(waitsForSignIn: true))
  }

  @Test func eachIsAnsweredOnce() throws {
    let state = try run(
      Self.beginning + [
        (.answered(.mixStem, bytes: 1), [.upload(.mixStem)]), (.declined(.preview), []),
        (.coming(.attachment), []),
      ])
    for role in [AssetRole.mixStem, .preview] {
      refuses(state, .answered(role, bytes: 1), .state)
      refuses(state, .declined(role), .state)
      refuses(state, .coming(role), .state)
      refuses(state, .refused(role, Self.network), .state)
    }
    for event in [
      DropState.Event.coming(.attachment), .declined(.attachment), .answered(.attachment, bytes: 1),
      .refused(.attachment, Self.network), .came(.cover, bytes: 1),
      .stayedAway(.cover, Self.network),
    ] { refuses(state, event, .state) }
  }

  @Test func anAttachmentHasALimit() throws {
    let state = try run(Self.beginning)
    refuses(state, .answered(.attachment, bytes: 30_000_001), .attachment)
    _ = try run([(.answered(.attachment, bytes: 30_000_000), [.upload(.attachment)])], from: state)
  }

  @Test func withoutAMixStemItFails() throws {
    var state = try run(
      Self.beginning + [
        (.declined(.mixStem), [.tell(.cleaning), .clean]),
        (.cleaned, [.tell(.failed), .close(succeeded: false)]),
      ])
    #expect(state.error?.line == "a drop needs a mix stem" && state.leavesJournal)
    // Without a place, nothing is deleted; after a failed deletion, the drop stays in the journal.
    let rejected = try run([(.declined(.mixStem), [.tell(.failed), .close(succeeded: false)])])
    #expect(rejected.leavesJournal)
    let kept = try run(
      Self.beginning + [
        (.declined(.mixStem), [.tell(.cleaning), .clean]),
        (.broke(Self.network), [.tell(.failed), .close(succeeded: false)]),
      ])
    #expect(kept.error?.line == "a drop needs a mix stem" && !kept.leavesJournal)
    refuses(state, .answered(.mixStem, bytes: 1), .state)
    state = try run(
      Self.beginning + [
        (.answered(.attachment, bytes: 1), [.upload(.attachment)]),
        (.refused(.mixStem, AhaError(.io, "bounce")), [.stopWork]),
        (.sent(.attachment), [.tell(.broken), .close(succeeded: false)]),
      ])
    #expect(state.error?.line == "bounce")
  }

  @Test func anInterruptedDropResumes() throws {
    let state = try run(
      Self.beginning + [
        (.answered(.mixStem, bytes: 1), [.upload(.mixStem)]),
        (.broke(Self.network), [.tell(.broken), .close(succeeded: false)]),
        (.started, [.tell(.preparing), .prepare]),
        (
          .ready,
          [.tell(.editing), .upload(.mixStem)]
        ),
      ])
    #expect(state.error == nil)
    let failed = try run(
      Self.beginning + [
        (.answered(.mixStem, bytes: 1), [.upload(.mixStem)]),
        (.broke(Self.damaged), [.tell(.failed), .close(succeeded: false)]),
      ])
    refuses(failed, .started, .state)
    refuses(failed, .committed, .state)
    #expect(!failed.canEdit)
  }

  @Test func creatingBreaksOffToo() throws {
    let way: [Step] =
      Self.beginning + Self.declined + [
        (.answered(.mixStem, bytes: 1), [.upload(.mixStem)]), (.sent(.mixStem), []),
        (.committed, [.tell(.sending), .upload(.cover)]),
      ]
    _ = try run(
      way + [
        (.broke(Self.network), [.tell(.broken), .close(succeeded: false)]),
        (.started, [.tell(.preparing), .prepare]), (.ready, [.tell(.sending), .upload(.cover)]),
        (.sent(.cover), [.tell(.creating), .create]),
        (.broke(Self.network), [.tell(.broken), .close(succeeded: false)]),
        (.started, [.tell(.preparing), .prepare]),
        (.ready, [.tell(.sending), .tell(.creating), .create]),
        (.created, [.tell(.done), .close(succeeded: true)]),
      ])
  }

  @Test func cancellingCleans() throws {
    let closing: [DropState.Action] = [.tell(.cancelled), .close(succeeded: false)]
    #expect(try run([(.cancelled, closing)]).stage == .cancelled)
    _ = try run(Self.beginning + [(.cancelled, [.tell(.cleaning), .clean]), (.cleaned, closing)])
    let state = try run(
      Self.beginning + [
        (.answered(.mixStem, bytes: 1), [.upload(.mixStem)]), (.cancelled, [.stopWork]),
        (.cancelled, [.stopWork]),
        (.broke(AhaError(.cancelled, "")), [.tell(.cleaning), .clean]), (.cancelled, []),
        (.broke(Self.damaged), closing),
      ])
    #expect(state.error?.code == .damaged)
    refuses(state, .answered(.cover, bytes: 1), .state)
    refuses(state, .started, .state)
    // Preparing had created the place before it was stopped.
    _ = try run([
      (.started, [.tell(.preparing), .prepare]), (.cancelled, [.stopWork]),
      (.ready, [.tell(.cleaning), .clean]), (.cleaned, closing),
    ])
    // An interrupted upload is cleaned up too.
    _ = try run(
      Self.beginning + [
        (.broke(AhaError(.released, "")), [.tell(.broken), .close(succeeded: false)]),
        (.cancelled, [.tell(.cleaning), .clean]), (.cleaned, closing),
      ])
  }

  @Test func failedCleaningIsRetried() throws {
    let closing: [DropState.Action] = [.tell(.cancelled), .close(succeeded: false)]
    let state = try run(
      Self.beginning + [
        (.cancelled, [.tell(.cleaning), .clean]),
        (.broke(Self.network), [.close(succeeded: false)]),
      ])
    #expect(state.stage == .cleaning && state.error?.code == .network)
    refuses(state, .answered(.cover, bytes: 1), .state)
    refuses(state, .committed, .state)
    let again = try run(
      [
        (.cancelled, [.tell(.cleaning), .clean]), (.cancelled, []),
        (.broke(Self.network), [.close(succeeded: false)]), (.started, [.clean]),
        (.cleaned, closing),
      ], from: state)
    #expect(again.error == nil)
  }

  @Test func aCreatedPieceIsDoneDespiteCancelling() throws {
    _ = try run(
      Self.beginning + Self.declined + [
        (.answered(.mixStem, bytes: 1), [.upload(.mixStem)]), (.sent(.mixStem), []),
        (.committed, [.tell(.sending), .upload(.cover)]),
        (.sent(.cover), [.tell(.creating), .create]), (.cancelled, [.stopWork]),
        (.created, [.tell(.done), .close(succeeded: true)]),
      ])
  }

  @Test func aDropOfTheJournalResumes() throws {
    let state = DropState(
      stage: .broken, isCommitted: true, hasLocation: true,
      assets: [
        (.mixStem, .sending), (.preview, .sent), (.cover, .declined), (.attachment, .coming),
      ])
    _ = try run(
      [
        (.started, [.tell(.preparing), .prepare]),
        (.ready, [.tell(.sending), .ask(.attachment), .upload(.mixStem)]),
      ], from: state)
    let cleaning = DropState(stage: .cleaning, isCommitted: true, hasLocation: true, assets: [])
    _ = try run(
      [(.started, [.clean]), (.cleaned, [.tell(.cancelled), .close(succeeded: false)])],
      from: cleaning)
    _ = try run([(.cancelled, [.tell(.cleaning), .clean])], from: cleaning)
  }
}
