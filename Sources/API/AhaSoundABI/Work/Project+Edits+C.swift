import AhaArguments
import AhaBase
import AhaProject
import CAha

extension Document {
  func markerAt(_ index: UInt32) throws(AhaError) -> ID { try marker(at: Int64(index)).id }

  func markerName(_ id: ID) throws(AhaError) -> String { try marker(id).name }
}
