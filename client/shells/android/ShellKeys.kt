// Keys of the phone's hardware: made for a nonce of the server, and signing frames.
package selfsame.shell

import android.security.keystore.KeyGenParameterSpec
import android.security.keystore.KeyProperties
import android.security.keystore.StrongBoxUnavailableException
import android.util.Base64
import java.security.KeyPairGenerator
import java.security.KeyStore
import java.security.PrivateKey
import java.security.Signature
import java.security.spec.ECGenParameterSpec
import java.util.UUID

class ShellKeys {
    private val store = KeyStore.getInstance("AndroidKeyStore").apply { load(null) }

    /** Makes a key, in StrongBox where the phone has one, and gives its name. The bytes of the nonce's text are the challenge. */
    fun make(nonce: String): String {
        val key = PREFIX + UUID.randomUUID()
        try {
            generate(key, nonce, isStrongBox = true)
        } catch (_: StrongBoxUnavailableException) {
            generate(key, nonce, isStrongBox = false)
        }
        return key
    }

    private fun generate(key: String, nonce: String, isStrongBox: Boolean) {
        val spec = KeyGenParameterSpec.Builder(key, KeyProperties.PURPOSE_SIGN)
            .setAlgorithmParameterSpec(ECGenParameterSpec("secp256r1"))
            .setDigests(KeyProperties.DIGEST_SHA256)
            .setAttestationChallenge(nonce.toByteArray())
            .setIsStrongBoxBacked(isStrongBox)
            .build()
        KeyPairGenerator.getInstance(KeyProperties.KEY_ALGORITHM_EC, "AndroidKeyStore").run {
            initialize(spec)
            generateKeyPair()
        }
    }

    /** What the hardware says of the key: its own certificate first. */
    fun certificateChain(key: String): List<String> =
        store.getCertificateChain(key).map { Base64.encodeToString(it.encoded, Base64.NO_WRAP) }

    /** Signs the five lines of a frame, and nothing else; other keys of the app are not of this class. */
    fun sign(key: String, text: String): String {
        require(FRAME.matches(text)) { "refused" }
        val held = if (key.startsWith(PREFIX)) store.getKey(key, null) else null
        val signer = Signature.getInstance("SHA256withECDSA")
        signer.initSign(requireNotNull(held) { "unknown-key" } as PrivateKey)
        signer.update(text.toByteArray())
        return Base64.encodeToString(signer.sign(), Base64.NO_WRAP)
    }

    private companion object {
        const val PREFIX = "selfsame-"
        val FRAME = Regex("selfsame-frame-v1\n[\\w-]{1,64}\n\\d{1,15}\n(\\d{1,15}(\\.\\d{1,9})?)?\n[0-9a-f]{64}")
    }
}
