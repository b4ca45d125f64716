// What our module calls of expo-modules-core, with its signatures: enough to compile against, and nothing that runs.
package expo.modules.kotlin.modules

class ModuleDefinitionData

class ModuleDefinitionBuilder {
    @Suppress("FunctionName")
    fun Name(name: String) {}

    @Suppress("FunctionName")
    inline fun <reified R, reified P0> AsyncFunction(name: String, crossinline body: (p0: P0) -> R) {}

    @Suppress("FunctionName")
    inline fun <reified R, reified P0, reified P1> AsyncFunction(name: String, crossinline body: (p0: P0, p1: P1) -> R) {}
}

abstract class Module {
    abstract fun definition(): ModuleDefinitionData
}

@Suppress("FunctionName")
inline fun Module.ModuleDefinition(crossinline block: ModuleDefinitionBuilder.() -> Unit) = ModuleDefinitionData()
