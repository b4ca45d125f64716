// Words about the camera: asking for it, choosing one, and why there is none, in English.

export const camera = {
  preview: 'What the camera sees',
  asking: 'Please allow the camera when your browser asks.',
  choose: 'Camera',
  front: 'Front camera',
  back: 'Back camera',
  numbered: 'Camera {number}',
  take: 'Take the picture',
  close: 'Close the camera',
  denied: 'The camera is not allowed',
  deniedHelp:
    'Your browser blocks the camera for this page. Open the page settings beside the address, allow the camera and try again.',
  unsupported: 'This browser cannot use a camera',
  unsupportedHelp: 'Open the studio in an up-to-date Chrome, Edge, Firefox or Safari.',
  none: 'No camera was found',
  noneHelp: 'Connect a camera, or open the studio on a phone.',
  inUse: 'The camera is busy',
  inUseHelp: 'Another program is using it. Close video calls and other tabs, then try again.',
  insecure: 'Cameras need HTTPS',
  insecureHelp:
    'Browsers give no camera to a page that came over plain HTTP from another machine. Open the studio over HTTPS, or on the server itself as http://localhost.',
  failed: 'The camera could not be started',
  failedHelp: 'Unplug and plug it in again, or choose another one, then try again.',
  ended: 'The camera was switched off',
  endedHelp: 'It was unplugged, or taken by another program. Try again when it is back.',
}
