// swift-tools-version: 5.9
import PackageDescription

let package = Package(
    name: "SelfsameCapacitor",
    platforms: [.iOS(.v15)],
    products: [.library(name: "SelfsameCapacitor", targets: ["SelfsamePlugin"])],
    dependencies: [.package(url: "https://github.com/ionic-team/capacitor-swift-pm.git", from: "8.0.0")],
    targets: [
        .target(
            name: "SelfsamePlugin",
            dependencies: [
                .product(name: "Capacitor", package: "capacitor-swift-pm"),
                .product(name: "Cordova", package: "capacitor-swift-pm"),
            ],
            path: "ios/Sources")
    ]
)
