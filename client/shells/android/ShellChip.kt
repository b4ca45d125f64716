// The phone's NFC: the first command waits for a chip, and after a lost one the next waits again. Call it outside of the main thread.
package selfsame.shell

import android.app.Activity
import android.nfc.NfcAdapter
import android.nfc.Tag
import android.nfc.tech.IsoDep
import java.io.IOException
import java.util.concurrent.CancellationException
import java.util.concurrent.CompletableFuture
import java.util.concurrent.atomic.AtomicBoolean

class ShellChip(private val activity: Activity) : NfcAdapter.ReaderCallback {
    private val adapter: NfcAdapter? = NfcAdapter.getDefaultAdapter(activity)
    private val isBusy = AtomicBoolean()
    @Volatile private var found = CompletableFuture<IsoDep>()
    @Volatile private var card: IsoDep? = null

    val isThere get() = adapter != null

    fun transceive(command: ByteArray): ByteArray {
        require(isChipCommand(command)) { "refused" }
        check(isBusy.compareAndSet(false, true)) { "busy" }
        try {
            return (card ?: awaitChip().also { card = it }).transceive(command)
        } catch (fault: Exception) {
            // A chip that was taken away and is held to the phone again is a matter of security to Android.
            if (fault !is IOException && fault !is SecurityException) throw fault
            card = null
            found = CompletableFuture()
            throw IllegalStateException("lost")
        } finally {
            isBusy.set(false)
        }
    }

    private fun awaitChip(): IsoDep {
        val reader = checkNotNull(adapter) { "unsupported" }
        check(reader.isEnabled) { "off" }
        val awaited = found
        if (!awaited.isDone) reader.enableReaderMode(activity, this, FLAGS, null)
        try {
            return awaited.get().apply { connect(); timeout = COMMAND_MS }
        } catch (_: CancellationException) {
            throw IllegalStateException("cancelled")
        }
    }

    override fun onTagDiscovered(tag: Tag) {
        IsoDep.get(tag)?.let { found.complete(it) }
    }

    /** Also while a command waits for a chip: it is then `cancelled`. */
    fun end() {
        val awaited = found
        card = null
        found = CompletableFuture()
        awaited.cancel(true)
        adapter?.disableReaderMode(activity)
    }

    private companion object {
        const val COMMAND_MS = 10_000

        /** Without the last flag Android talks to the chip first, and some chips do not answer again. */
        const val FLAGS = NfcAdapter.FLAG_READER_NFC_A or NfcAdapter.FLAG_READER_NFC_B or NfcAdapter.FLAG_READER_SKIP_NDEF_CHECK
    }
}
