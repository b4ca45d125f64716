// The screen of the journey: a WebView with the shell, which ends when the journey does.
package selfsame.capacitor

import android.Manifest
import android.app.Activity
import android.content.Intent
import android.os.Bundle
import android.webkit.WebView
import selfsame.shell.SelfsameShell

class SelfsameActivity : Activity() {
    private lateinit var web: WebView
    private lateinit var shell: SelfsameShell

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        web = WebView(this)
        setContentView(web)
        shell = SelfsameShell(this, web, intent.getStringExtra("script") ?: "", intent.getStringExtra("returnUrl")) { state ->
            setResult(RESULT_OK, Intent().putExtra("state", state))
            finish()
        }
        requestPermissions(arrayOf(Manifest.permission.CAMERA), 0)
    }

    /** Without the camera the page says what to do. */
    override fun onRequestPermissionsResult(requestCode: Int, permissions: Array<String>, grantResults: IntArray) {
        if (web.url == null) shell.open(intent.getStringExtra("link") ?: "")
    }

    @Deprecated("Phones before Android 13 call nothing else.")
    override fun onBackPressed() {
        if (web.canGoBack()) web.goBack() else finish()
    }

    override fun onDestroy() {
        shell.close()
        super.onDestroy()
    }
}
