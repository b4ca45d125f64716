// The plugin of Capacitor: opens the screen of the journey, and tells how it ended. Not compiled here.
import Capacitor
import UIKit

@objc(SelfsamePlugin)
public class SelfsamePlugin: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "SelfsamePlugin"
    public let jsName = "Selfsame"
    public let pluginMethods: [CAPPluginMethod] = [CAPPluginMethod(name: "open", returnType: CAPPluginReturnPromise)]

    @objc func open(_ call: CAPPluginCall) {
        guard let text = call.getString("link"), let link = URL(string: text), let script = call.getString("script") else {
            return call.reject("link and script are needed")
        }
        DispatchQueue.main.async {
            let shell = SelfsameShell(link: link, script: script, returnUrl: call.getString("returnUrl")) { state in
                self.bridge?.viewController?.dismiss(animated: true)
                call.resolve(["state": state])
            }
            shell.modalPresentationStyle = .fullScreen
            self.bridge?.viewController?.present(shell, animated: true)
        }
    }
}
