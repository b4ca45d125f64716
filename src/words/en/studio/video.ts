// Words of the video check, in English.

export const video = {
  title: 'Video check',
  lead: 'A few seconds of video tell whether the face in it is alive. Of it only small sealed prints are kept, by which it is known when it is sent again.',
  record: 'Record with the camera',
  recordHint: '{seconds} seconds. Look into the camera, turn your head to both sides, and say a few words.',
  choose: 'Choose a video',
  chooseHint: 'MP4, MOV, WebM, 3GP or AVI; 1 to 60 seconds, at most 64 MiB',
  go: 'Start recording',
  stop: 'Stop',
  recording: 'Recording',
  recordingHint: 'Look into the camera, turn your head to both sides, and say a few words',
  ready: 'Ready when you are',
  sending: 'Sending the video',
  reading: 'The server is watching the video',
  noRecorder: 'This browser cannot record video. Choose a file instead.',
  genuine: 'A living person',
  probability: 'Probability that the face is genuine: {percent} %',
  again: 'Another video',
}
