// A key of this phone's hardware: made for a nonce of the server, and signing frames.
package vn.example.capture

import android.security.keystore.KeyGenParameterSpec
import android.security.keystore.KeyProperties
import android.security.keystore.StrongBoxUnavailableException
import android.util.Base64
import java.security.KeyPairGenerator
import java.security.KeyStore
import java.security.MessageDigest
import java.security.PrivateKey
import java.security.Signature
import java.security.spec.ECGenParameterSpec

class CaptureKey(private val alias: String = "selfsame-capture") {
    private val store = KeyStore.getInstance("AndroidKeyStore").apply { load(null) }

    /** Makes a new key, in StrongBox where the phone has one; the bytes of the nonce's text are the challenge. */
    fun make(nonce: String) {
        try {
            generate(nonce, isStrongBox = true)
        } catch (_: StrongBoxUnavailableException) {
            generate(nonce, isStrongBox = false)
        }
    }

    private fun generate(nonce: String, isStrongBox: Boolean) {
        val spec = KeyGenParameterSpec.Builder(alias, KeyProperties.PURPOSE_SIGN)
            .setAlgorithmParameterSpec(ECGenParameterSpec("secp256r1"))
            .setDigests(KeyProperties.DIGEST_SHA256)
            .setAttestationChallenge(nonce.toByteArray(Charsets.UTF_8))
            .setIsStrongBoxBacked(isStrongBox)
            .build()
        KeyPairGenerator.getInstance(KeyProperties.KEY_ALGORITHM_EC, "AndroidKeyStore").run {
            initialize(spec)
            generateKeyPair()
        }
    }

    /** What the hardware says of the key: its own certificate first. */
    fun certificateChain(): List<String> =
        store.getCertificateChain(alias).map { Base64.encodeToString(it.encoded, Base64.NO_WRAP) }

    /** The five lines of a frame, signed. `timestamp` must be sent exactly as it is signed. */
    fun sign(challengeId: String, number: Int, timestamp: String, file: ByteArray): String {
        val hash = MessageDigest.getInstance("SHA-256").digest(file).joinToString("") { "%02x".format(it) }
        val text = listOf("selfsame-frame-v1", challengeId, number.toString(), timestamp, hash).joinToString("\n")
        val signed = Signature.getInstance("SHA256withECDSA").run {
            initSign(store.getKey(alias, null) as PrivateKey)
            update(text.toByteArray(Charsets.UTF_8))
            sign()
        }
        return Base64.encodeToString(signed, Base64.NO_WRAP)
    }
}
