// The calls of a person with a token: nonce, key, start, frame and verdict.
import Foundation

struct SelfsameCalls {
    let server: URL
    let token: String

    typealias Answer = [String: Any]

    func nonce() async throws -> String {
        try await call("POST", "/capture-keys/nonce", [:])["nonce"] as? String ?? ""
    }

    /** Returns the id of the key; a refusal names its reason. */
    func register(nonce: String, attestation: Data) async throws -> String {
        let body: Answer = ["nonce": nonce, "platform": "apple", "attestation": attestation.base64EncodedString()]
        let answer = try await call("POST", "/capture-keys", body)
        guard let key = answer["capture_key"] as? Answer, let id = key["id"] as? String else {
            throw Refused(reason: answer["reason"] as? String ?? "")
        }
        return id
    }

    func start(keyId: String, width: Int, height: Int) async throws -> Answer {
        let signals = ["camera_class": "built-in"]
        return try await call("POST", "/profile-liveness-challenge/start", [
            "image_width": width, "image_height": height, "capture_key_id": keyId, "signals": signals,
        ])
    }

    func frame(_ id: String, task: String, number: Int, timestamp: String, jpeg: Data, signature: Data) async throws -> String {
        let answer = try await call("PUT", "/profile-liveness-challenge/\(id)/frames", [
            "task": task, "number": number, "timestamp": timestamp,
            "photo": jpeg.base64EncodedString(), "signature": signature.base64EncodedString(),
        ])
        return answer["guidance"] as? String ?? ""
    }

    func verify(_ id: String) async throws -> Answer {
        try await call("POST", "/profile-liveness-challenge/\(id)/verify", [:])
    }

    struct Refused: Error { let reason: String }

    private func call(_ method: String, _ path: String, _ body: Answer) async throws -> Answer {
        var request = URLRequest(url: server.appending(path: path))
        request.httpMethod = method
        request.setValue("Bearer \(token)", forHTTPHeaderField: "authorization")
        request.setValue("application/json", forHTTPHeaderField: "content-type")
        request.httpBody = try JSONSerialization.data(withJSONObject: body)
        let (data, response) = try await URLSession.shared.data(for: request)
        let answer = try JSONSerialization.jsonObject(with: data) as? Answer ?? [:]
        guard let http = response as? HTTPURLResponse, http.statusCode < 400 else {
            throw Refused(reason: answer["message"] as? String ?? "")
        }
        return answer
    }
}
