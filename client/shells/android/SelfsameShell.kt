// The shell of an Android app: shows the person's page in a WebView, and answers what only the phone can do.
package selfsame.shell

import android.app.Activity
import android.content.Intent
import android.net.Uri
import android.util.Base64
import android.webkit.PermissionRequest
import android.webkit.WebChromeClient
import android.webkit.WebResourceRequest
import android.webkit.WebView
import android.webkit.WebViewClient
import androidx.webkit.JavaScriptReplyProxy
import androidx.webkit.WebViewCompat
import androidx.webkit.WebViewFeature
import java.util.concurrent.Executors
import org.json.JSONArray
import org.json.JSONObject

/** `script` is what `shellScript` of selfsame-client/shell gives for your server; `onResult` is called once. */
class SelfsameShell(
    private val activity: Activity,
    private val web: WebView,
    private val script: String,
    private val returnUrl: String?,
    private var onResult: ((state: String) -> Unit)?,
) {
    private val chip = ShellChip(activity)
    private val work = Executors.newCachedThreadPool()

    /** Ask for the permission of the camera before. */
    fun open(link: String) {
        val origin = originOf(Uri.parse(link))
        require(origin.startsWith("https://")) { "the link of a verification begins with https" }
        web.settings.run {
            javaScriptEnabled = true
            domStorageEnabled = true
            mediaPlaybackRequiresUserGesture = false
            allowFileAccess = false
        }
        if (NEEDED.all(WebViewFeature::isFeatureSupported)) {
            WebViewCompat.addWebMessageListener(web, "selfsameShell", setOf(origin)) { _, message, _, isMainFrame, reply ->
                if (isMainFrame) message.data?.let { answer(it, reply) }
            }
            val offered = if (chip.isThere) script else script.replace("\"transceive\",", "")
            WebViewCompat.addDocumentStartJavaScript(web, offered, setOf(origin))
        }
        web.webViewClient = object : WebViewClient() {
            override fun shouldOverrideUrlLoading(view: WebView, request: WebResourceRequest): Boolean {
                val url = request.url
                if (originOf(url) == origin) return false
                if (returnUrl != null && url.toString().substringBefore('?') == returnUrl) {
                    finish(url.getQueryParameter("state") ?: "")
                } else if (url.scheme == "https") {
                    activity.startActivity(Intent(Intent.ACTION_VIEW, url))
                }
                return true
            }
        }
        web.webChromeClient = object : WebChromeClient() {
            override fun onPermissionRequest(request: PermissionRequest) {
                val isCamera = request.resources.all { it == PermissionRequest.RESOURCE_VIDEO_CAPTURE }
                if (isCamera && originOf(request.origin) == origin) request.grant(request.resources) else request.deny()
            }
        }
        web.loadUrl(link)
    }

    /** When the screen goes away. */
    fun close() {
        chip.end()
        work.shutdown()
        web.destroy()
    }

    private fun answer(text: String, reply: JavaScriptReplyProxy) {
        val sent = runCatching { JSONObject(text) }.getOrNull()
        if (sent?.optInt("selfsame") != 1) return
        work.execute {
            val told = JSONObject().put("id", sent.optInt("id"))
            try {
                told.put("result", call(sent.getString("call"), sent.getJSONArray("arguments")))
            } catch (fault: Exception) {
                told.put("error", FAULTS.find { it == fault.message } ?: "failed")
            }
            activity.runOnUiThread { if (!activity.isDestroyed) reply.postMessage(told.toString()) }
        }
    }

    private fun call(name: String, given: JSONArray): Any {
        when (name) {
            "transceive" -> {
                val answer = chip.transceive(Base64.decode(given.getString(0), Base64.NO_WRAP))
                return Base64.encodeToString(answer, Base64.NO_WRAP)
            }
            "attestation" -> {
                val key = ShellKeys().make(given.getString(0))
                val chain = JSONArray(ShellKeys().certificateChain(key))
                return JSONObject().put("key", key).put("platform", "android").put("certificate_chain", chain)
            }
            "signFrame" -> return ShellKeys().sign(given.getString(0), given.getString(1))
            "endChip" -> chip.end()
            "close" -> activity.runOnUiThread { finish(given.optJSONObject(0)?.optString("state") ?: "") }
            else -> throw UnsupportedOperationException("unsupported")
        }
        return JSONObject.NULL
    }

    private fun finish(state: String) {
        onResult?.invoke(state)
        onResult = null
    }

    private fun originOf(url: Uri) = "${url.scheme}://${url.authority}"

    private companion object {
        val NEEDED = listOf(WebViewFeature.WEB_MESSAGE_LISTENER, WebViewFeature.DOCUMENT_START_SCRIPT)
        val FAULTS = listOf("lost", "cancelled", "off", "unsupported", "busy", "unknown-key", "refused")
    }
}
