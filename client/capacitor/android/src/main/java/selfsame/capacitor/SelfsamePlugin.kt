// The plugin of Capacitor: opens the screen of the journey, and tells how it ended.
package selfsame.capacitor

import android.content.Intent
import androidx.activity.result.ActivityResult
import com.getcapacitor.JSObject
import com.getcapacitor.Plugin
import com.getcapacitor.PluginCall
import com.getcapacitor.PluginMethod
import com.getcapacitor.annotation.ActivityCallback
import com.getcapacitor.annotation.CapacitorPlugin

@CapacitorPlugin(name = "Selfsame")
class SelfsamePlugin : Plugin() {
    @PluginMethod
    fun open(call: PluginCall) {
        val screen = Intent(context, SelfsameActivity::class.java)
        for (name in listOf("link", "script", "returnUrl")) call.getString(name)?.let { screen.putExtra(name, it) }
        startActivityForResult(call, screen, "ended")
    }

    @ActivityCallback
    private fun ended(call: PluginCall?, result: ActivityResult) {
        call?.resolve(JSObject().put("state", result.data?.getStringExtra("state") ?: ""))
    }
}
