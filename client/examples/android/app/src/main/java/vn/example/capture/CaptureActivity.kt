// The one screen: the camera, the task in words, and the verdict.
package vn.example.capture

import android.Manifest
import android.os.Bundle
import android.view.Gravity
import android.widget.FrameLayout
import android.widget.TextView
import androidx.activity.ComponentActivity
import androidx.activity.result.contract.ActivityResultContracts
import androidx.camera.core.CameraSelector
import androidx.camera.core.ImageCapture
import androidx.camera.core.ImageCaptureException
import androidx.camera.core.ImageProxy
import androidx.camera.core.Preview
import androidx.camera.lifecycle.ProcessCameraProvider
import androidx.camera.view.PreviewView
import androidx.core.content.ContextCompat
import java.util.concurrent.Executors
import kotlin.concurrent.thread

class CaptureActivity : ComponentActivity() {
    private val calls = SelfsameCalls(server = "https://verify.example", token = "the token of the person")
    private val key = CaptureKey()
    private val camera = ImageCapture.Builder().setCaptureMode(ImageCapture.CAPTURE_MODE_MINIMIZE_LATENCY).build()
    private val frames = Executors.newSingleThreadExecutor()
    private lateinit var words: TextView
    private lateinit var preview: PreviewView

    override fun onCreate(state: Bundle?) {
        super.onCreate(state)
        preview = PreviewView(this)
        words = TextView(this).apply { textSize = 24f; gravity = Gravity.CENTER_HORIZONTAL }
        setContentView(FrameLayout(this).apply { addView(preview); addView(words) })
        registerForActivityResult(ActivityResultContracts.RequestPermission()) { isGranted ->
            if (isGranted) openCamera() else words.text = "No camera, no capture."
        }.launch(Manifest.permission.CAMERA)
    }

    private fun openCamera() {
        val provider = ProcessCameraProvider.getInstance(this)
        provider.addListener({
            val shown = Preview.Builder().build().also { it.surfaceProvider = preview.surfaceProvider }
            provider.get().bindToLifecycle(this, CameraSelector.DEFAULT_FRONT_CAMERA, shown, camera)
            thread { run() }
        }, ContextCompat.getMainExecutor(this))
    }

    /** Registers a key, starts a challenge with it, and films its tasks one after the other. */
    private fun run() {
        try {
            val nonce = calls.nonce()
            key.make(nonce)
            val keyId = calls.register(nonce, key.certificateChain())
            val challenge = calls.start(keyId, width = 720, height = 960)
            val id = challenge.getString("id")
            val order = challenge.getJSONObject("task_order")
            var number = 0
            for (name in order.keys()) {
                say(name)
                repeat(order.getInt(name)) {
                    val jpeg = take()
                    // Text, so that what is signed is what is sent.
                    val timestamp = System.currentTimeMillis().toString()
                    number += 1
                    say(calls.frame(id, name, number, timestamp, jpeg, key.sign(id, number, timestamp, jpeg)))
                }
            }
            val verdict = calls.verify(id)
            say("${verdict.getString("message")}, ${verdict.optString("capture")}")
        } catch (error: Exception) {
            say(error.message ?: "It did not work.")
        }
    }

    /** Waits for the next picture of the camera, as JPEG. */
    private fun take(): ByteArray {
        val taken = java.util.concurrent.CompletableFuture<ByteArray>()
        camera.takePicture(frames, object : ImageCapture.OnImageCapturedCallback() {
            override fun onCaptureSuccess(image: ImageProxy) {
                val buffer = image.planes[0].buffer
                taken.complete(ByteArray(buffer.remaining()).also { buffer.get(it) })
                image.close()
            }

            override fun onError(fault: ImageCaptureException) {
                taken.completeExceptionally(fault)
            }
        })
        return taken.get()
    }

    private fun say(text: String) = runOnUiThread { words.text = text }
}
