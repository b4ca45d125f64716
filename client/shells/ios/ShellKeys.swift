// Keys of the Secure Enclave by App Attest: attested for a nonce of the server, and asserting frames. Not compiled here.
import CryptoKit
import DeviceCheck
import Foundation

struct ShellFault: Error {
    let reason: String
}

enum ShellKeys {
    static var isSupported: Bool { DCAppAttestService.shared.isSupported }

    /** The attestation is for the SHA-256 of the bytes of the nonce's text. */
    static func make(nonce: String) async throws -> [String: String] {
        let key = try await DCAppAttestService.shared.generateKey()
        let attestation = try await DCAppAttestService.shared.attestKey(key, clientDataHash: hash(nonce))
        return ["key": key, "platform": "apple", "attestation": attestation.base64EncodedString()]
    }

    /** Asserts the five lines of a frame, and nothing else. */
    static func sign(key: String, text: String) async throws -> String {
        let frame = "^selfsame-frame-v1\n[A-Za-z0-9_-]{1,64}\n[0-9]{1,15}\n([0-9]{1,15}(\\.[0-9]{1,9})?)?\n[0-9a-f]{64}$"
        guard text.range(of: frame, options: .regularExpression) != nil, !text.hasSuffix("\n") else {
            throw ShellFault(reason: "refused")
        }
        do {
            return try await DCAppAttestService.shared.generateAssertion(key, clientDataHash: hash(text)).base64EncodedString()
        } catch let error as DCError where error.code == .invalidKey {
            throw ShellFault(reason: "unknown-key")
        }
    }

    private static func hash(_ text: String) -> Data { Data(SHA256.hash(data: Data(text.utf8))) }
}
