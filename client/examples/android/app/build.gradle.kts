plugins {
    id("com.android.application")
    id("org.jetbrains.kotlin.android")
}

android {
    namespace = "vn.example.capture"
    compileSdk = 35
    defaultConfig {
        applicationId = "vn.example.capture"
        minSdk = 28
        targetSdk = 35
        versionCode = 1
        versionName = "1"
    }
}

dependencies {
    val camera = "1.4.1"
    implementation("androidx.camera:camera-camera2:$camera")
    implementation("androidx.camera:camera-lifecycle:$camera")
    implementation("androidx.camera:camera-view:$camera")
    implementation("androidx.activity:activity-ktx:1.9.3")
}
