// Says which commands a page may send: those that read a travel document. Payment cards and others in the field are not read.
package selfsame.shell

/** `A0000002471001`, the application of travel documents. */
private val TRAVEL_DOCUMENT = byteArrayOf(0xA0.toByte(), 0x00, 0x00, 0x02, 0x47, 0x10, 0x01)

/** MSE, mutual authenticate, get challenge, general authenticate, internal authenticate, select, read binary, get response. */
private val PLAIN = listOf(0x22, 0x82, 0x84, 0x86, 0x88, 0xA4, 0xB0, 0xB1, 0xC0)

/** Protected commands need keys that only a chip has which was opened with its number and dates. */
fun isChipCommand(command: ByteArray): Boolean {
    if (command.size < 4) return false
    val (cla, ins, p1) = command.map { it.toInt() and 0xFF }
    if (cla == 0x0C || cla == 0x1C) return true
    if ((cla != 0x00 && cla != 0x10) || ins !in PLAIN) return false
    if (ins != 0xA4 || p1 != 0x04) return true
    return command.size >= 12 && command[4].toInt() == TRAVEL_DOCUMENT.size &&
        command.copyOfRange(5, 12).contentEquals(TRAVEL_DOCUMENT)
}
