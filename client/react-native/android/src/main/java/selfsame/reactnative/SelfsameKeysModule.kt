// Hands the keys of the phone's hardware to React Native: no package that we know signs with an attested key.
package selfsame.reactnative

import expo.modules.kotlin.modules.Module
import expo.modules.kotlin.modules.ModuleDefinition
import selfsame.shell.ShellKeys

class SelfsameKeysModule : Module() {
    override fun definition() = ModuleDefinition {
        Name("SelfsameKeys")

        AsyncFunction("make") { nonce: String -> ShellKeys().make(nonce) }

        AsyncFunction("certificateChain") { key: String -> ShellKeys().certificateChain(key) }

        AsyncFunction("sign") { key: String, text: String -> ShellKeys().sign(key, text) }
    }
}
