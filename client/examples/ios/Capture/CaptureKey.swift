// A key of the Secure Enclave: attested for a nonce of the server, and asserting frames.
import CryptoKit
import DeviceCheck
import Foundation

struct CaptureKey {
    let id: String

    /** Makes a new key; the attestation is for the SHA-256 of the bytes of the nonce's text. */
    static func make(nonce: String) async throws -> (key: CaptureKey, attestation: Data) {
        let service = DCAppAttestService.shared
        guard service.isSupported else { throw CocoaError(.featureUnsupported) }
        let id = try await service.generateKey()
        let hash = Data(SHA256.hash(data: Data(nonce.utf8)))
        return (CaptureKey(id: id), try await service.attestKey(id, clientDataHash: hash))
    }

    /** The assertion over the five lines of a frame. `timestamp` must be sent exactly as it is signed. */
    func sign(challengeId: String, number: Int, timestamp: String, file: Data) async throws -> Data {
        let hash = SHA256.hash(data: file).map { String(format: "%02x", $0) }.joined()
        let text = ["selfsame-frame-v1", challengeId, String(number), timestamp, hash].joined(separator: "\n")
        let signed = Data(SHA256.hash(data: Data(text.utf8)))
        return try await DCAppAttestService.shared.generateAssertion(id, clientDataHash: signed)
    }
}
