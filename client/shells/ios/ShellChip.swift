// The phone's NFC: the first command waits for a chip, and after a lost one the next waits again. Not compiled here.
import CoreNFC

final class ShellChip: NSObject, NFCTagReaderSessionDelegate {
    private var session: NFCTagReaderSession?
    private var tag: NFCISO7816Tag?
    private var waiting: CheckedContinuation<NFCISO7816Tag, Error>?

    static var isThere: Bool { NFCTagReaderSession.readingAvailable }

    @MainActor
    func transceive(_ command: Data, prompt: String?) async throws -> Data {
        guard ShellChip.isChipCommand([UInt8](command)), let apdu = NFCISO7816APDU(data: command) else {
            throw ShellFault(reason: "refused")
        }
        guard waiting == nil else { throw ShellFault(reason: "busy") }
        let chip = try await awaitChip(prompt: prompt)
        do {
            let (data, sw1, sw2) = try await chip.sendCommand(apdu: apdu)
            return data + Data([sw1, sw2])
        } catch {
            tag = nil
            session?.restartPolling()
            throw ShellFault(reason: "lost")
        }
    }

    @MainActor
    private func awaitChip(prompt: String?) async throws -> NFCISO7816Tag {
        if let tag { return tag }
        return try await withCheckedThrowingContinuation { next in
            waiting = next
            if session == nil {
                session = NFCTagReaderSession(pollingOption: .iso14443, delegate: self, queue: .main)
                session?.alertMessage = prompt ?? ""
                session?.begin()
            }
        }
    }

    @MainActor
    func end(message: String?, isFailure: Bool) {
        if let message, !isFailure { session?.alertMessage = message }
        if let message, isFailure { session?.invalidate(errorMessage: message) } else { session?.invalidate() }
        cancel()
    }

    func tagReaderSessionDidBecomeActive(_: NFCTagReaderSession) {}

    func tagReaderSession(_ session: NFCTagReaderSession, didDetect tags: [NFCTag]) {
        guard let first = tags.first, case let .iso7816(chip) = first else { return session.restartPolling() }
        session.connect(to: first) { error in
            if error != nil { return session.restartPolling() }
            self.tag = chip
            self.waiting?.resume(returning: chip)
            self.waiting = nil
        }
    }

    func tagReaderSession(_ ended: NFCTagReaderSession, didInvalidateWithError _: Error) {
        if ended === session { cancel() }
    }

    private func cancel() {
        session = nil
        tag = nil
        waiting?.resume(throwing: ShellFault(reason: "cancelled"))
        waiting = nil
    }

    /** Only commands that read a travel document (`A0000002471001`): payment cards and others in the field are not read. */
    static func isChipCommand(_ command: [UInt8]) -> Bool {
        guard command.count >= 4 else { return false }
        if command[0] == 0x0C || command[0] == 0x1C { return true }
        let plain: [UInt8] = [0x22, 0x82, 0x84, 0x86, 0x88, 0xA4, 0xB0, 0xB1, 0xC0]
        guard command[0] == 0x00 || command[0] == 0x10, plain.contains(command[1]) else { return false }
        if command[1] != 0xA4 || command[2] != 0x04 { return true }
        return command.count >= 12 && Array(command[4..<12]) == [7, 0xA0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01]
    }
}
