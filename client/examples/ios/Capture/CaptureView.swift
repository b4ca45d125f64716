// The one screen: the camera, the task in words, and the verdict.
import AVFoundation
import SwiftUI

@MainActor
final class Capture: NSObject, ObservableObject, AVCapturePhotoCaptureDelegate {
    @Published var words = ""
    let session = AVCaptureSession()
    private let output = AVCapturePhotoOutput()
    private var waiting: CheckedContinuation<Data, Error>?
    private let calls = SelfsameCalls(server: URL(string: "https://verify.example")!, token: "the token of the person")

    /** Registers a key, starts a challenge with it, and films its tasks one after the other. */
    func run() async {
        do {
            try openCamera()
            let nonce = try await calls.nonce()
            let (key, attestation) = try await CaptureKey.make(nonce: nonce)
            let keyId = try await calls.register(nonce: nonce, attestation: attestation)
            let challenge = try await calls.start(keyId: keyId, width: 720, height: 960)
            guard let id = challenge["id"] as? String, let order = challenge["task_order"] as? [String: Int] else { return }
            var number = 0
            // The straight face comes first: turns are measured from it.
            for (name, count) in order.sorted(by: { one, _ in one.key == "keep-face-ahead" }) {
                words = name
                for _ in 0..<count {
                    let jpeg = try await take()
                    // Text, so that what is signed is what is sent.
                    let timestamp = String(Int(Date().timeIntervalSince1970 * 1000))
                    number += 1
                    let signature = try await key.sign(challengeId: id, number: number, timestamp: timestamp, file: jpeg)
                    words = try await calls.frame(
                        id, task: name, number: number, timestamp: timestamp, jpeg: jpeg, signature: signature)
                }
            }
            let verdict = try await calls.verify(id)
            words = "\(verdict["message"] ?? ""), \(verdict["capture"] ?? "")"
        } catch {
            words = "\(error)"
        }
    }

    private func openCamera() throws {
        guard let front = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front) else { return }
        session.sessionPreset = .photo
        session.addInput(try AVCaptureDeviceInput(device: front))
        session.addOutput(output)
        Task.detached { [session] in session.startRunning() }
    }

    private func take() async throws -> Data {
        try await withCheckedThrowingContinuation { next in
            waiting = next
            let settings = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.jpeg])
            output.capturePhoto(with: settings, delegate: self)
        }
    }

    nonisolated func photoOutput(_: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?) {
        let data = photo.fileDataRepresentation()
        Task { @MainActor in
            if let data { waiting?.resume(returning: data) } else { waiting?.resume(throwing: error ?? CocoaError(.fileReadUnknown)) }
            waiting = nil
        }
    }
}

struct CaptureView: View {
    @StateObject private var capture = Capture()

    var body: some View {
        ZStack(alignment: .top) {
            CameraPreview(session: capture.session).ignoresSafeArea()
            Text(capture.words).font(.title).padding()
        }
        .task { await capture.run() }
    }
}

struct CameraPreview: UIViewRepresentable {
    let session: AVCaptureSession

    func makeUIView(context: Context) -> UIView {
        let view = Preview()
        (view.layer as? AVCaptureVideoPreviewLayer)?.session = session
        return view
    }

    func updateUIView(_: UIView, context: Context) {}

    final class Preview: UIView {
        override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }
    }
}
