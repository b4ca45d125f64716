// The calls of a person with a token: nonce, key, start, frame and verdict. Call them outside of the main thread.
package vn.example.capture

import android.util.Base64
import org.json.JSONArray
import org.json.JSONObject
import java.io.IOException
import java.net.HttpURLConnection
import java.net.URL

class SelfsameCalls(private val server: String, private val token: String) {
    fun nonce(): String = call("POST", "/capture-keys/nonce", JSONObject()).getString("nonce")

    /** Returns the id of the key; a refusal names its reason. */
    fun register(nonce: String, chain: List<String>): String {
        val body = JSONObject()
            .put("nonce", nonce)
            .put("platform", "android")
            .put("certificate_chain", JSONArray(chain))
        val answer = call("POST", "/capture-keys", body)
        if (answer.getInt("result_code") != 200) throw IOException("refused: ${answer.optString("reason")}")
        return answer.getJSONObject("capture_key").getString("id")
    }

    fun start(keyId: String, width: Int, height: Int): JSONObject = call(
        "POST", "/profile-liveness-challenge/start",
        JSONObject().put("image_width", width).put("image_height", height).put("capture_key_id", keyId)
            .put("signals", JSONObject().put("camera_class", "built-in")),
    )

    /** Returns the hint for the person. */
    fun frame(challengeId: String, task: String, number: Int, timestamp: String, jpeg: ByteArray, signature: String): String =
        call(
            "PUT", "/profile-liveness-challenge/$challengeId/frames",
            JSONObject().put("task", task).put("number", number).put("timestamp", timestamp)
                .put("photo", Base64.encodeToString(jpeg, Base64.NO_WRAP)).put("signature", signature),
        ).optString("guidance")

    fun verify(challengeId: String): JSONObject =
        call("POST", "/profile-liveness-challenge/$challengeId/verify", JSONObject())

    private fun call(method: String, path: String, body: JSONObject): JSONObject {
        val connection = URL(server + path).openConnection() as HttpURLConnection
        connection.requestMethod = method
        connection.doOutput = true
        connection.setRequestProperty("authorization", "Bearer $token")
        connection.setRequestProperty("content-type", "application/json")
        connection.outputStream.use { it.write(body.toString().toByteArray()) }
        val stream = if (connection.responseCode < 400) connection.inputStream else connection.errorStream
        val answer = JSONObject(stream.bufferedReader().readText())
        if (connection.responseCode >= 400) throw IOException("$path: $answer")
        return answer
    }
}
