// The shell of a Flutter app: shows the person's page, and answers what only the phone can do. Not compiled here.
// Packages: flutter_inappwebview 6, flutter_nfc_kit 3. Keys: ShellKeys.kt and ShellKeys.swift behind a channel named selfsame.
import 'dart:async';
import 'dart:collection';
import 'dart:convert';
import 'dart:typed_data';
import 'package:flutter/services.dart';
import 'package:flutter/widgets.dart';
import 'package:flutter_inappwebview/flutter_inappwebview.dart';
import 'package:flutter_nfc_kit/flutter_nfc_kit.dart';

/// `script` is what `shellScript` of selfsame-client/shell gives for your server; `onResult` is called once.
class SelfsameShell extends StatefulWidget {
  const SelfsameShell({super.key, required this.link, required this.script, required this.onResult, this.returnUrl});
  final String link;
  final String script;
  final String? returnUrl;
  final void Function(String state) onResult;

  @override
  State<SelfsameShell> createState() => _SelfsameShellState();
}

class ShellFault implements Exception {
  const ShellFault(this.reason);
  final String reason;
}

class _SelfsameShellState extends State<SelfsameShell> {
  static const keys = MethodChannel('selfsame');
  late final origin = Uri.parse(widget.link).origin;
  bool isOver = false, hasChip = false, isBusy = false;

  @override
  void dispose() {
    unawaited(FlutterNfcKit.finish().catchError((_) {}));
    super.dispose();
  }

  @override
  Widget build(BuildContext context) => InAppWebView(
        initialUrlRequest: URLRequest(url: WebUri(widget.link)),
        initialSettings: InAppWebViewSettings(
          allowsInlineMediaPlayback: true,
          mediaPlaybackRequiresUserGesture: false,
          useShouldOverrideUrlLoading: true,
          allowFileAccess: false,
        ),
        initialUserScripts: UnmodifiableListView([
          UserScript(
            source: widget.script,
            injectionTime: UserScriptInjectionTime.AT_DOCUMENT_START,
            forMainFrameOnly: true,
            allowedOriginRules: {origin},
          ),
        ]),
        onWebViewCreated: (controller) => controller.addWebMessageListener(WebMessageListener(
          jsObjectName: 'selfsameShell',
          allowedOriginRules: {origin},
          onPostMessage: (message, sourceOrigin, isMainFrame, reply) async {
            if (!isMainFrame || sourceOrigin?.origin != origin) return;
            final told = await answer('${message?.data}');
            if (told != null) await reply.postMessage(WebMessage(data: told));
          },
        )),
        onPermissionRequest: (_, request) async {
          final isCamera = request.resources.every((one) => one == PermissionResourceType.CAMERA);
          return PermissionResponse(
            resources: request.resources,
            action: isCamera && request.origin.origin == origin
                ? PermissionResponseAction.GRANT
                : PermissionResponseAction.DENY,
          );
        },
        shouldOverrideUrlLoading: (_, action) async {
          final url = action.request.url;
          if (url != null && url.scheme == 'https' && url.origin == origin) return NavigationActionPolicy.ALLOW;
          if (widget.returnUrl != null && '$url'.split('?').first == widget.returnUrl) {
            finish(url?.queryParameters['state'] ?? '');
          }
          return NavigationActionPolicy.CANCEL;
        },
      );

  Future<String?> answer(String text) async {
    final sent = jsonDecode(text);
    if (sent is! Map || sent['selfsame'] != 1) return null;
    try {
      return jsonEncode({'id': sent['id'], 'result': await call('${sent['call']}', sent['arguments'] as List)});
    } on ShellFault catch (fault) {
      return jsonEncode({'id': sent['id'], 'error': fault.reason});
    } on PlatformException catch (fault) {
      final isKnown = ['unknown-key', 'refused'].contains(fault.message);
      return jsonEncode({'id': sent['id'], 'error': isKnown ? fault.message : 'failed'});
    }
  }

  Future<Object?> call(String name, List given) async {
    switch (name) {
      case 'transceive':
        return base64Encode(await transceive(base64Decode('${given[0]}')));
      case 'endChip':
        hasChip = false;
        return FlutterNfcKit.finish();
      case 'attestation':
        return keys.invokeMapMethod<String, Object?>('make', given[0]);
      case 'signFrame':
        return keys.invokeMethod<String>('sign', [given[0], given[1]]);
      case 'close':
        return finish('${(given[0] as Map)['state']}');
    }
    throw const ShellFault('unsupported');
  }

  Future<Uint8List> transceive(Uint8List command) async {
    if (!isChipCommand(command)) throw const ShellFault('refused');
    if (isBusy) throw const ShellFault('busy');
    isBusy = true;
    try {
      if (!hasChip) await FlutterNfcKit.poll(readIso15693: false, readIso18092: false, androidCheckNDEF: false);
      hasChip = true;
      return await FlutterNfcKit.transceive<Uint8List>(command);
    } on PlatformException catch (fault) {
      hasChip = false;
      throw ShellFault(fault.code == '409' ? 'cancelled' : 'lost');
    } finally {
      isBusy = false;
    }
  }

  void finish(String state) {
    if (isOver) return;
    isOver = true;
    widget.onResult(state);
  }
}

/// Only commands that read a travel document: payment cards and others in the field are not read.
bool isChipCommand(Uint8List command) {
  if (command.length < 4) return false;
  if (command[0] == 0x0C || command[0] == 0x1C) return true;
  const plain = [0x22, 0x82, 0x84, 0x86, 0x88, 0xA4, 0xB0, 0xB1, 0xC0];
  if ((command[0] != 0x00 && command[0] != 0x10) || !plain.contains(command[1])) return false;
  if (command[1] != 0xA4 || command[2] != 0x04) return true;
  const selected = [0x07, 0xA0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01];
  return command.length >= 12 && Iterable<int>.generate(8).every((at) => command[4 + at] == selected[at]);
}
