// The shell of an iOS app: shows the person's page in a WKWebView, and answers what only the phone can do. Not compiled here.
import UIKit
import WebKit

/** `script` is what `shellScript` of selfsame-client/shell gives for your server; `onResult` is called once. */
final class SelfsameShell: UIViewController, WKScriptMessageHandlerWithReply, WKNavigationDelegate, WKUIDelegate {
    private let link: URL
    private let returnUrl: String?
    private var onResult: ((String) -> Void)?
    private let chip = ShellChip()
    private let web: WKWebView

    init(link: URL, script: String, returnUrl: String?, onResult: @escaping (String) -> Void) {
        precondition(link.scheme == "https", "the link of a verification begins with https")
        self.link = link
        self.returnUrl = returnUrl
        self.onResult = onResult
        let settings = WKWebViewConfiguration()
        settings.allowsInlineMediaPlayback = true
        settings.mediaTypesRequiringUserActionForPlayback = []
        let missing = (ShellChip.isThere ? [] : ["\"transceive\","]) + (ShellKeys.isSupported ? [] : ["\"signFrame\",\"attestation\","])
        let offered = missing.reduce(script) { $0.replacingOccurrences(of: $1, with: "") }
        settings.userContentController.addUserScript(
            WKUserScript(source: offered, injectionTime: .atDocumentStart, forMainFrameOnly: true))
        web = WKWebView(frame: .zero, configuration: settings)
        super.init(nibName: nil, bundle: nil)
        settings.userContentController.addScriptMessageHandler(self, contentWorld: .page, name: "selfsame")
        web.navigationDelegate = self
        web.uiDelegate = self
    }

    required init?(coder _: NSCoder) { nil }

    override func loadView() {
        view = web
        web.load(URLRequest(url: link))
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        chip.end(message: nil, isFailure: false)
        web.configuration.userContentController.removeAllScriptMessageHandlers()
    }

    private func isOurs(_ origin: WKSecurityOrigin) -> Bool {
        origin.protocol == "https" && origin.host == link.host && (origin.port == 0 ? 443 : origin.port) == (link.port ?? 443)
    }

    func userContentController(
        _: WKUserContentController, didReceive message: WKScriptMessage, replyHandler: @escaping (Any?, String?) -> Void
    ) {
        guard message.frameInfo.isMainFrame, isOurs(message.frameInfo.securityOrigin),
            let text = message.body as? String,
            let sent = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
            let id = sent["id"] as? Int, let name = sent["call"] as? String, let given = sent["arguments"] as? [Any]
        else { return replyHandler(nil, "refused") }
        Task { @MainActor in
            var told: [String: Any] = ["id": id]
            do {
                told["result"] = try await call(name, given)
            } catch {
                told["error"] = (error as? ShellFault)?.reason ?? "failed"
            }
            let answer = (try? JSONSerialization.data(withJSONObject: told)) ?? Data()
            replyHandler(String(decoding: answer, as: UTF8.self), nil)
        }
    }

    @MainActor
    private func call(_ name: String, _ given: [Any]) async throws -> Any {
        let texts = given.map { $0 as? String }
        switch (name, texts.first ?? nil) {
        case ("transceive", let first?):
            let options = given.dropFirst().first as? [String: Any]
            let command = Data(base64Encoded: first) ?? Data()
            return try await chip.transceive(command, prompt: options?["prompt"] as? String).base64EncodedString()
        case ("attestation", let nonce?): return try await ShellKeys.make(nonce: nonce)
        case ("signFrame", let key?): return try await ShellKeys.sign(key: key, text: texts.dropFirst().first.flatMap { $0 } ?? "")
        case ("endChip", let message): chip.end(message: message, isFailure: given.dropFirst().first as? Bool ?? false)
        case ("close", _): finish((given.first as? [String: Any])?["state"] as? String ?? "")
        default: throw ShellFault(reason: "unsupported")
        }
        return NSNull()
    }

    private func finish(_ state: String) {
        onResult?(state)
        onResult = nil
    }

    func webView(_: WKWebView, decidePolicyFor action: WKNavigationAction) async -> WKNavigationActionPolicy {
        guard let url = action.request.url else { return .cancel }
        if url.scheme == "https", url.host == link.host, url.port == link.port { return .allow }
        if let returnUrl, url.absoluteString.components(separatedBy: "?")[0] == returnUrl {
            let asked = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems
            finish(asked?.first { $0.name == "state" }?.value ?? "")
        } else if url.scheme == "https", action.targetFrame?.isMainFrame != false {
            await UIApplication.shared.open(url)
        }
        return .cancel
    }

    func webView(
        _: WKWebView, decideMediaCapturePermissionsFor origin: WKSecurityOrigin, initiatedBy frame: WKFrameInfo,
        type: WKMediaCaptureType
    ) async -> WKPermissionDecision {
        type == .camera && frame.isMainFrame && isOurs(origin) ? .grant : .deny
    }
}
