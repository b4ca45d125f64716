// What the API takes and answers. Made from docs/reference/openapi.json by `npm run docs`; a test holds it to it.
import type { File } from "./files.ts";
export interface paths {
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Say that the process is alive. */
        get: operations["healthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Say whether database, files, workers and gallery answer, and videos can be read. */
        get: operations["readyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/receipts/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the keys that sign receipts, newest first, as a JWK set. */
        get: operations["receiptKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give metrics for Prometheus. */
        get: operations["metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/distance-liveness-challenge/distance-start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a distance challenge.
         * @description Show the box of each distance, send the frames of each while the face fills its box, then verify. Boxes are in pixels of the announced size.
         */
        post: operations["startDistanceChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/distance-liveness-challenge/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a distance challenge.
         * @description Show the box of each distance, send the frames of each while the face fills its box, then verify. Boxes are in pixels of the announced size.
         */
        post: operations["startDistanceChallengeShort"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/distance-liveness-challenge/{challenge_id}/next-task": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tell the next task of a distance challenge.
         * @description Ask when the frames of a task are sent. The answer waits up to three seconds for frames that are on their way. Frames of a task count only between the answer that gives it and the one that gives the next.
         */
        post: operations["nextDistanceTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/distance-liveness-challenge/{challenge_id}/frames": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Send a frame of a distance challenge.
         * @description Frames may be sent in any order and in parallel. They are judged in the order of their timestamps. A copy of the same bytes counts as sent, and is judged once.
         */
        put: operations["addDistanceFrame"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/distance-liveness-challenge/{challenge_id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Judge a distance challenge.
         * @description A challenge is judged once. A second call repeats the first verdict. Where more frames of a task came than asked, those whose guidance was not `ok` are set aside, as long as enough are left.
         */
        post: operations["verifyDistanceChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/liveness-challenge/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a nose challenge.
         * @description Show both boxes; send frames from the moment the face is in the area until the tip of the nose is in its box, then verify.
         */
        post: operations["startNoseChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/liveness-challenge/{challenge_id}/next-task": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tell the next task of a nose challenge.
         * @description Ask when the frames of a task are sent. The answer waits up to three seconds for frames that are on their way. Frames of a task count only between the answer that gives it and the one that gives the next.
         */
        post: operations["nextNoseTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/liveness-challenge/{challenge_id}/frames": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a frame of a nose challenge.
         * @description Frames are judged in the order in which they arrive. The same picture sent again counts once.
         */
        post: operations["addNoseFrame"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/liveness-challenge/{challenge_id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Judge a nose challenge.
         * @description A challenge is judged once. A second call repeats the first verdict.
         */
        post: operations["verifyNoseChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/profile-liveness-challenge/profile-start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a profile challenge.
         * @description Let the person do each task of `task_order` and send as many frames of it as it says, then verify. Left and right are the person’s own; say `mirrored` where the pictures are as in a mirror.
         */
        post: operations["startProfileChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/profile-liveness-challenge/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a profile challenge.
         * @description Let the person do each task of `task_order` and send as many frames of it as it says, then verify. Left and right are the person’s own; say `mirrored` where the pictures are as in a mirror.
         */
        post: operations["startProfileChallengeShort"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/profile-liveness-challenge/{challenge_id}/next-task": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tell the next task of a profile challenge.
         * @description Ask when the frames of a task are sent. The answer waits up to three seconds for frames that are on their way. Frames of a task count only between the answer that gives it and the one that gives the next.
         */
        post: operations["nextProfileTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/profile-liveness-challenge/{challenge_id}/frames": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Send a frame of a profile challenge.
         * @description Frames may be sent in any order and in parallel. They are judged in the order of their timestamps. A copy of the same bytes counts as sent, and is judged once.
         */
        put: operations["addProfileFrame"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/profile-liveness-challenge/{challenge_id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Judge a profile challenge.
         * @description A challenge is judged once. A second call repeats the first verdict. Turns are measured from the person’s own straight frames. Where more frames of a task came than asked, those whose guidance was not `ok` are set aside.
         */
        post: operations["verifyProfileChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/light-liveness-challenge/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a light challenge.
         * @description Warn people of flashing colours first, and offer another challenge to who cannot bear them. When the face is in the area, fill the screen with the first step at full brightness and send frames from then on: their answers give the others, each shortly before its time. Keep a step until its duration is over and the next one has come. Send frames to the end of the last; then verify.
         */
        post: operations["startLightChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/light-liveness-challenge/{challenge_id}/frames": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Send a frame of a light challenge.
         * @description One frame with its time, sent at once: one that comes two seconds later than the fastest does not count. Frames may come in any order and in parallel; the same picture sent again counts once. `sequence` grows: a step comes 0.4 seconds before its time.
         */
        put: operations["addLightFrame"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/light-liveness-challenge/{challenge_id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Judge a light challenge.
         * @description A challenge is judged once. A second call repeats the first verdict. Where the light of the screen could not be seen on the face, `guidance` says what to do before another challenge is started.
         */
        post: operations["verifyLightChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kyc-documents-sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read an identity document and keep it.
         * @description The picture shows one side, or both. A picture without a legible document is answered 101, one with documents of two kinds 109; neither is kept. The outcome is inside `recognized_data`.
         */
        post: operations["createDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kyc-documents-sync/{document_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a picture to a document.
         * @description Sides may come in any order; of two pictures of one side the better one counts, field by field. A picture of another kind of document is answered 109, one without a legible document 101; both leave the document as it was, and answer it as it stands. The outcome is inside `recognized_data`.
         */
        post: operations["attachToDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kyc-documents-sides": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read front and back of a card and keep them as one document.
         * @description The sides may come in any order. Cards of two kinds are answered 109. Passports are not read here.
         */
        post: operations["createDocumentFromSides"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chip-documents/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for the bytes that a chip is to sign.
         * @description Send the 8 bytes to the chip with INTERNAL AUTHENTICATE, and what it answers to `POST /chip-documents`. A challenge is good for one judgement within three minutes.
         */
        post: operations["startChipChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chip-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a session in which a chip proves to the server that it is no copy.
         * @description Good for one judgement within three minutes. Send DG14 as soon as it is read, and go on reading meanwhile. Then hand `chip_authentication.public_key` to the chip (MSE:Set KAT for Triple DES, MSE:Set AT and GENERAL AUTHENTICATE for AES), send it `command` as it is, and what it answers to `POST /chip-documents` as `chip_session.chip_response`. A DG14 that cannot be read is 422.
         */
        post: operations["openChipSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chip-documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Judge the files of a chip and keep them.
         * @description Send the files as the chip has them, byte by byte. Files that are not what was signed are answered 120, and nothing is kept; files that cannot be read at all are 422. With `document_id` the chip is held against the pictures of that document, field by field, and gives its values from then on. An unknown document is answered 102, a passport’s chip for a card 109, a challenge or session that was used, is over or never was 143. A chip that answered without the private key is answered 124: it is kept, belongs to no document, and must not be accepted.
         */
        post: operations["createChipDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chip-documents/{chip_document_id}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the signed evidence about a chip.
         * @description Everything that whoever asks the authority needs: certificate of the signer, files, the exchange of active authentication, the receipt of the judgement and what was confirmed since. `evidence` is signed as receipts are, and names the hash of each file; `selfsame receipt verify` checks both without a server. An unknown id is 404, and so is a chip whose files retention has removed.
         */
        get: operations["chipEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chip-documents/{chip_document_id}/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record what an authority answered about a chip.
         * @description For whoever asks C06, RAR or another authority through a licensed intermediary: this server asks nobody. The answer is kept sealed with the chip, exported and erased with it, and part of its evidence.
         */
        post: operations["confirmChip"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/driver-license-reader": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read one side of a driving licence and keep it.
         * @description Licences on paper, of PET and of 2025 are read, front and back in a call each. A picture without a licence is answered 101. A front whose number cannot be read is answered 103, one whose name cannot be read 105: the answer has what else was read, and nothing is kept. What the QR code on a back says stands in the fields of the front.
         */
        post: operations["readDriverLicense"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mrz-reader": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the machine-readable zone of a travel document.
         * @description Zones of type TD1 and TD3 are read, and also TD2 and visas. `content` and `name` may stand in the body or inside `attachment`. What cannot be read is empty. Nothing is kept.
         */
        post: operations["readMrz"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/business-registration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read a business-registration certificate and keep it.
         * @description Send one PDF, or pictures of the pages in any order and orientation. The text of a PDF is taken where the page shows the same; otherwise the page is read. A PDF may have at most 30 pages.
         */
        post: operations["readBusinessRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/business-registration/{document_id}/pages/{page}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a page of a certificate as a picture.
         * @description A page of a PDF as it was drawn to be read, or one of the pictures, upright. Places of the answer fit it once they are scaled to its width: those of a PDF are in points. An unknown document or page is 404, and so is a document whose files retention has removed. Each look is in the audit trail. Must not be cached: `Cache-Control: no-store`.
         */
        get: operations["businessRegistrationPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/video-liveness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide whether the face in a video is genuine.
         * @description The video is an MP4, MOV, WebM, 3GP or AVI of one person. It is not stored; sealed prints of some of its pictures are, so that the same video is refused when it is sent again.
         */
        post: operations["verifyVideo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/face-matching/compare-faces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare a live face with the portrait on an ID card, or in its chip.
         * @description The live face is checked for genuineness first. `sim` is calibrated; docs/evidence/accuracy.md shows what each threshold accepts and refuses. A chip that you do not have, or whose portrait is not kept any more, is answered 102.
         */
        post: operations["compareFaces"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/face-collections/sign-collection-id": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a collection id.
         * @description Ids belong to your organisation: another organisation may use the same one.
         */
        post: operations["signCollectionId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/face-collections/{collection_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a reference photo of a person.
         * @description The photo must show one face, large, sharp, straight, well lit and uncovered enough to recognise the person by; `checks` says what is wrong with one that does not. A person may have several photos. `warnings` says where the face is registered under another id already, or the id with another face.
         */
        post: operations["registerFace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/face-collections/{collection_id}/identify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say who in a collection a person is.
         * @description The face is checked for genuineness first. The larger the collection, the more alike a face must be: the share of strangers taken for somebody stays the same.
         */
        post: operations["identifyFace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/face-collections/{collection_id}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a registered face and its photo.
         * @description Both ids must be those of one registration. From this answer on, the face is not found any more.
         */
        post: operations["deleteFace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/face-collections/{collection_id}/duplicates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find one face under two ids, and two faces under one id.
         * @description Looks through the faces of a collection in the order of their registration, a page at a time: each is compared with all that were registered before it, so that a pair is reported once. With `external_person_id` the faces of that person are compared with all others. Nothing is stored.
         */
        post: operations["findDuplicates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/face-collections/{collection_id}/duplicate-searches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to look through a whole collection for duplicates.
         * @description For collections that are too large to be asked for page by page. It runs beside other work, goes on after a restart, and compares each face that is registered now with those before it; later ones are compared when they are registered. What it finds is kept for 30 days after its end, and goes with either face. One search of a collection runs at a time; a second is refused with 409.
         */
        post: operations["startDuplicateSearch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/face-collections/{collection_id}/duplicate-searches/{search_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Say how far a search for duplicates is, and what it found. */
        get: operations["duplicateSearch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/face-collections/{collection_id}/duplicate-searches/{search_id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a search for duplicates.
         * @description What it found so far stays. One that is over already stays as it is.
         */
        post: operations["stopDuplicateSearch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/face-collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your collections.
         * @description In the order of their ids, a page at a time.
         */
        get: operations["listCollections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/face-collections/{collection_id}/faces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the faces of a collection.
         * @description In the order of the ids of persons, a page at a time; several photos of one person stand together. Photos and what they are recognised by are never answered.
         */
        get: operations["listFaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/persons/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase all data of a person.
         * @description Erases challenges with their frames, fingerprints of frames, documents with their pictures, faces in every collection of your organisation, and verifications with all that belongs to them: their links end, and events that were not sent yet are not sent any more. Nothing can be restored. An unknown person is answered like one without data.
         */
        post: operations["erasePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/persons/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export all data of a person.
         * @description One answer holds about 8 MiB, with files as Base64 text. Where there is more, the answer has `more`: send it along with the next request. An unknown person is answered like one without data.
         */
        post: operations["exportPerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check credentials, and say whose they are.
         * @description Use it to sign in, and to try a connection. It changes nothing.
         */
        get: operations["organisation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/receipts/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the signed receipt of a verdict.
         * @description A receipt is found under the `x-request-id` of the answer that it proves; under an id that was used twice, the newest. `selfsame receipt verify` checks it without a server. An id that is unknown, too old or of another organisation is answered 404.
         */
        get: operations["receipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your policies, and the presets.
         * @description Presets come with the program: `bank-vn` (Both sides of an identity card with a chip, its chip, liveness signed by attested hardware where the app can, else standard; match; adults); `telecom-vn` (Both sides of a valid identity card, its chip where the phone can read it, liveness, match); `simple` (The front of any identity card or passport, liveness, match).
         */
        get: operations["listPolicies"];
        put?: never;
        /**
         * Make a policy.
         * @description What this server cannot do is refused with the reason: a chip that is required while the trust store is empty, a collection that is not there, a strength that no challenge reaches. Fields that are not known are refused, too. A name that is taken is 409.
         */
        post: operations["createPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policies/{policy_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a policy and its versions.
         * @description Of a preset it shows what the next use takes.
         */
        get: operations["policy"];
        /**
         * Make a new version of a policy.
         * @description Verifications that were created before keep the version they were started with. A policy that was archived can be used again.
         */
        put: operations["changePolicy"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policies/{policy_id}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show one version of a policy. */
        get: operations["policyVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policies/{policy_id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a policy, so that no new verification uses it.
         * @description Verifications that were created before go on. A new version brings it back.
         */
        post: operations["archivePolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policies/{policy_id}/trial": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a draft on past cases of a policy: which verdicts would be others.
         * @description The newest cases that the policy judged, of any version, are judged again from what is kept; nothing is changed, and no face is compared or searched for anew. A step that people were not asked is left out for them and named in `untried`.
         */
        post: operations["tryPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List verifications, the newest first. */
        get: operations["listVerifications"];
        put?: never;
        /**
         * Create a verification, and get the link for the person.
         * @description With the header `Idempotency-Key` a repeated request makes nothing twice: it gets the first answer again, with the same link, and the header `idempotent-replayed`. A key is remembered for 24 hours; with another body it is answered 468.
         */
        post: operations["createVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verifications/{verification_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a verification with its attempts and its verdict. */
        get: operations["verification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verifications/{verification_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a verification that is not decided.
         * @description Its links and tokens end at once. One that is being judged or is decided is 409.
         */
        post: operations["cancelVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verifications/{verification_id}/redact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase the personal data of a verification that came to an end.
         * @description Pictures, chips, frames, what was read and compared, and the receipts’ originals go; id, state, times, policy and the names of reasons stay. One that goes on is 409: cancel it first.
         */
        post: operations["redactVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verifications/{verification_id}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new link for the person.
         * @description Older links and every token of the person end. Takes an `Idempotency-Key` as create does.
         */
        post: operations["createVerificationLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verifications/{verification_id}/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide a verification that is in review.
         * @description Of several reviewers at once, one decides; the others are answered 409. Where the policy wants four eyes, the first decision is a `proposal` and the state stays `review`: somebody else who decides the same ends it, and somebody who does not makes another proposal. Credentials count as reviewers, not names: a member, an API key, or all who have the organisation’s password. The same one twice is answered 469. To ask again takes one reviewer.
         */
        post: operations["decideVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verifications/{verification_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what happened to a verification, in order. */
        get: operations["verificationEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verifications/{verification_id}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the signed receipt of the newest verdict.
         * @description It covers all: hashes of what was sent, every check, the networks, policy, reasons and decision, and the ids of the receipts of the steps. Before there is a verdict, or once its time is over, it is 404. It is the receipt of `GET /receipts/{request_id}` with the id of the verification.
         */
        get: operations["verificationReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verifications/{verification_id}/pictures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the pictures that were sent for a verification and are still kept.
         * @description Sides of documents, the portrait of a chip, and frames of liveness, as far as they are kept. `portrait` is the id of the portrait of chip or document, cut out.
         */
        get: operations["verificationPictures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verifications/{verification_id}/pictures/{picture_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one picture of a verification.
         * @description Each look is in the audit trail. Must not be cached: `Cache-Control: no-store`.
         */
        get: operations["verificationPicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verifications/{verification_id}/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show what was read of documents and chip, and what each source says. */
        get: operations["verificationFields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verifications/{verification_id}/duplicates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show others who may be the same person.
         * @description Found now, not when it was judged: by the live face, in the collections that the policy searches, and by the number of the document.
         */
        get: operations["verificationDuplicates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verifications/{verification_id}/looks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show who looked at a verification or changed it.
         * @description From the audit trail, the newest first, at most 200. This look is in it the next time. Empty where the trail is switched off.
         */
        get: operations["verificationLooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verifications/{verification_id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the notes about a verification, the oldest first. */
        get: operations["verificationNotes"];
        put?: never;
        /**
         * Write a note about a verification.
         * @description Notes are kept sealed, exported with the person’s data, and erased with it. The person does not see them.
         */
        post: operations["addVerificationNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verifications/{verification_id}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that you work on a case, so that nobody else begins unknowingly.
         * @description It lasts some minutes, and longer when you ask again. Where somebody else has it, `claim` says who and until when, and `is_yours` is false; `take: true` takes it over. It does not keep anybody from deciding.
         */
        post: operations["claimVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verifications/{verification_id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give back a case that you claimed.
         * @description Where somebody else has it, nothing changes.
         */
        post: operations["releaseVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verification-statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count verifications: started, finished, where people give up, why they are refused, how long it takes.
         * @description Of those created in the given time, at most 366 days; without it, of the last 30. Days are those of Việt Nam. Times are of the newest 5,000. It may be half a minute old.
         */
        get: operations["verificationStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verification-export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the list of verifications as CSV, the newest first.
         * @description Narrowed as the list is. It is UTF-8 with a byte order mark and comes as it is written. A value that a spreadsheet would run as a formula has an apostrophe before it.
         */
        get: operations["exportVerifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verifications/{verification_id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one case as PDF, with its signed receipt.
         * @description It holds personal data: what was read, checks, reasons, what happened, and pictures if asked for.
         */
        get: operations["verificationReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verification-session/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a link for a token, or a token for a new one.
         * @description Send the link as `Authorization: Bearer ssl_…`: it opens once. Send a token before it expires to have a new one; the old one ends. Where the answer is lost, repeat the request within ten minutes with the same `Idempotency-Key`: the token that was lost ends, and another is answered.
         */
        post: operations["startVerificationSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verification-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is asked of the person, and what is done.
         * @description Ask again to see what another device or tab did, and to learn when it was judged.
         */
        get: operations["verificationSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verification-session/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The logo of the organisation that asks.
         * @description Where `brand.has_logo` of the session says that there is one.
         */
        get: operations["sessionLogo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verification-session/consent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record what the person answered to the question for consent.
         * @description Where the policy requires consent, refusing it ends the journey.
         */
        post: operations["giveConsent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verification-session/skip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Go on without a step that may be skipped. */
        post: operations["skipStep"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verification-session/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record whether the person calls right what was read.
         * @description Nothing that was read is changed by it.
         */
        post: operations["confirmData"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verification-session/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link by which another device of the person goes on.
         * @description It opens once, within ten minutes; a newer one ends it. The token that asked for it stays good, so that either device may go on.
         */
        post: operations["handOverSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verification-personas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the personas of the sandbox.
         * @description A test key creates a verification with `persona`. The server then walks through it by itself, with cards, chips and films of people who do not exist, by the routes that a phone calls. What is made is marked `is_test` and removed after a day.
         */
        get: operations["listPersonas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List endpoints. */
        get: operations["webhookEndpoints"];
        put?: never;
        /**
         * Make an endpoint that events are sent to.
         * @description Events that happen from now on are sent there, signed as [Standard Webhooks](https://www.standardwebhooks.com) says. Without `events` these are sent: verification.approved, verification.declined, verification.review, verification.cancelled, verification.expired, verification.redacted. A URL that leads inside a network is refused. An organisation has at most 20; more are 409.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{endpoint_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show an endpoint. */
        get: operations["webhookEndpoint"];
        /**
         * Change where or what an endpoint is sent, or switch it off and on.
         * @description What is left out stays as it is. A `url` of another scheme, host or port gives the endpoint a new secret, which the answer shows: nobody there gets messages that the receiver before would believe. While an endpoint is off no events are put in its queue; what waits there is sent once it is on again.
         */
        put: operations["changeWebhookEndpoint"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{endpoint_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give an endpoint a new secret.
         * @description During the time of grace messages are signed by both, so that a receiver may change over when it likes. Without `grace_hours` the old secret signs nothing any more.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{endpoint_id}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove an endpoint.
         * @description Its secrets are destroyed, and what waits for it is given up. The log of it stays for a month.
         */
        post: operations["removeWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{endpoint_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message, and say what the receiver answered.
         * @description The message has the type `webhook.test` and is signed as all others are. It is sent once, now, also to an endpoint that is off.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List deliveries, the newest first. */
        get: operations["webhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a delivery with its attempts. */
        get: operations["webhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-deliveries/{delivery_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again.
         * @description It is put back into the queue with the same `webhook-id`, and tried as long as a new one. What is being sent at this moment, or whose endpoint was removed, is 409.
         */
        post: operations["replayWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the API keys of the organisation, the oldest first. */
        get: operations["apiKeys"];
        put?: never;
        /** Create an API key. */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys/{key_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give an API key a new secret.
         * @description Id, name and scopes stay. A revoked key is 409, and so is an expired one without `expires_in_days`.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys/{key_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revoke an API key: every server refuses it at once. There is no way back. */
        post: operations["revokeApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the members of the organisation, the oldest first. */
        get: operations["members"];
        put?: never;
        /**
         * Invite a member, and get the link for them.
         * @description Nothing is sent by e-mail: hand the link to the person yourself. It works once and for as long as SELFSAME_INVITATION says. A second member of the same address is 409.
         */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/members/{member_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a member. */
        get: operations["member"];
        /**
         * Change the name or role of a member, or disable them.
         * @description Another role, and being disabled, end every session of the member at once, on every server. The last admin who can sign in is neither lowered nor disabled: 409.
         */
        put: operations["changeMember"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/members/{member_id}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End password, passkeys and sessions of a member, and get a new link for them. */
        post: operations["resetMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/members/{member_id}/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End every session of a member. */
        post: operations["signOutMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/members/{member_id}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a member with all that they sign in with.
         * @description Sessions end at once, on every server. The audit trail and verdicts go on naming the member. The last admin who can sign in is not removed: 409.
         */
        post: operations["removeMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/member-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Say who is signed in, and give the token that changes need. */
        get: operations["memberSession"];
        put?: never;
        /**
         * Sign in with a password.
         * @description The answer sets the cookie of the session, which always has a new secret. Unknown, disabled and wrong are answered alike, 401. Wrong passwords are counted by address and account; a browser that the member signed in with before is counted apart, so that nobody locks a member out by guessing.
         */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/member-session/passkey-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get what a browser needs to sign in with a passkey.
         * @description Good for five minutes and one answer. It names nobody: the authenticator knows its own. 409 where passkeys are not possible: they need SELFSAME_PUBLIC_URL, or a page at http://localhost.
         */
        post: operations["passkeySignInOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/member-session/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in with a passkey. */
        post: operations["signInWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/member-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show whom an invitation is for.
         * @description It is a POST so that the secret stands in no address. One that was used, replaced or is over is 404.
         */
        post: operations["invitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/member-invitation/passkey-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get what a browser needs to make a passkey while joining. */
        post: operations["joinPasskeyOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/member-invitation/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join with an invitation: choose a password or make a passkey, and be signed in.
         * @description Of several who use one invitation at once, one joins; the others are answered 404.
         */
        post: operations["join"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/member-session/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign out: end this session. */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/member-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your own sessions that go on, the newest first. */
        get: operations["memberSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/member-sessions/{session_id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End one of your own sessions. */
        post: operations["endMemberSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/member-account/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your own password, or set one.
         * @description Every session ends, and this one goes on with a new cookie and a new `csrf_token`. Who has no password yet must have signed in within the last 15 minutes.
         */
        post: operations["changeMemberPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/member-account/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your own passkeys. */
        get: operations["memberPasskeys"];
        put?: never;
        /** Keep a passkey that the browser made. */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/member-account/passkey-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get what a browser needs to make another passkey.
         * @description The member must have signed in within the last 15 minutes.
         */
        post: operations["addPasskeyOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/member-account/passkeys/{passkey_id}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove one of your own passkeys.
         * @description The last way in of a member is not removed: 409.
         */
        post: operations["removePasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/brand": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How the organisation looks to the people that it asks. */
        get: operations["brand"];
        /**
         * Set how the organisation looks to the people that it asks.
         * @description What is left out is as without a brand; only the logo stays where `logo` is left out. Journeys that are under way look new at their next request.
         */
        put: operations["changeBrand"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/brand/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The logo, as people see it. */
        get: operations["brandLogo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/capture-keys/nonce": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a nonce, by which a device registers its key.
         * @description It is good once, for five minutes, and for whoever asked for it: an organisation, or a person.
         */
        post: operations["captureNonce"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/capture-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register the key of a device.
         * @description A phone sends what its hardware says of the key; a browser sends the key and a signature over the nonce. Nothing is kept of what is refused. A key that a person registers goes with that verification: one of a browser is good there alone, one of the hardware of a phone in later verifications of the organisation too.
         */
        post: operations["registerCaptureKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/capture-keys/{capture_key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A key that was registered. */
        get: operations["captureKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/capture-keys/{capture_key_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a key, such as that of a phone that was lost.
         * @description Frames that it signs from now on are refused, and verdicts that are still to come say `key-ended`.
         */
        post: operations["revokeCaptureKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/capture-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the organisation believes and asks of captures. */
        get: operations["captureSettings"];
        /**
         * Set what the organisation believes and asks of captures.
         * @description What is left out is as if nothing was set. Keys that are registered stay good until they end.
         */
        put: operations["changeCaptureSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which versions of your apps registered keys, by the quarter.
         * @description The newest quarter first, at most 1,000 rows. They are counts: no device and no person is in them, and they stay when keys end. A test key sees none: no persona has a phone.
         */
        get: operations["appVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Health: {
            /** @description The outcome as text. */
            message: string;
            /**
             * Format: int32
             * @description The outcome; 200 is success.
             */
            result_code: number;
        };
        Readiness: {
            /** @description The outcome as text. */
            message: string;
            /**
             * Format: int32
             * @description The outcome; 200 is success.
             */
            result_code: number;
            /** @description The state of each part: `ok`, or what is wrong with it. */
            checks: {
                [key: string]: string;
            };
            sandbox: components["schemas"]["Sandbox"];
        };
        /** @description The cage of the workers, which decode what was sent. It does not make the server unready. */
        Sandbox: {
            state: components["schemas"]["SandboxState"];
            /** @description What holds the workers. */
            layers: string[];
            /** @description What is missing and why; absent when nothing is. */
            lacking?: string;
            /** @description Keys and data that a worker could read; absent when none. */
            open?: string[];
        };
        /**
         * @description `caged` with namespaces, `partial` with what is left without them, `off` where the operator wants none.
         * @enum {string}
         */
        SandboxState: "caged" | "partial" | "off";
        ReceiptKey: {
            /** @description Type of the key: `OKP`. */
            kty: string;
            /** @description Curve of the key: `Ed25519`. */
            crv: string;
            /** @description The public key as Base64url text. */
            x: string;
            /** @description RFC 7638 thumbprint of the key, which signatures name. */
            kid: string;
            /** @description Algorithm that the key signs with: `EdDSA`. */
            alg: string;
            /** @description What the key is for: `sig`, to sign. */
            use: string;
        };
        ReceiptKeys: {
            /** @description Every key, newest first. */
            keys: components["schemas"]["ReceiptKey"][];
        };
        /** @description The box that the face should fill at this distance, in pixels of the announced size. */
        Box: {
            /**
             * Format: int32
             * @description Left edge, in pixels from the left of the picture.
             */
            left: number;
            /**
             * Format: int32
             * @description Upper edge, in pixels from the top of the picture.
             */
            top: number;
            /**
             * Format: int32
             * @description Width in pixels.
             */
            width: number;
            /**
             * Format: int32
             * @description Height in pixels.
             */
            height: number;
        };
        /** @description Number of frames to send for each task. */
        DistanceTaskOrder: {
            /**
             * Format: int32
             * @description Number of frames to send at the normal distance.
             */
            "normal-distance": number;
            /**
             * Format: int32
             * @description Number of frames to send at the far distance.
             */
            "far-distance": number;
            /**
             * Format: int32
             * @description Number of frames to send at the close distance.
             */
            "close-distance": number;
        };
        /** @description In the verification of a person: what to do now. Tasks come one by one, and start leaves out the fields about later ones. */
        ToldTask: {
            /** @description The task: frames of it count from now on, until the next one is given. */
            task: string;
            /**
             * Format: int32
             * @description Number of frames to send for it; at least, where the challenge takes more.
             */
            frames: number;
            /**
             * Format: int32
             * @description Number of tasks that come after it.
             */
            tasks_left: number;
            box?: components["schemas"]["Box"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        StartDistanceChallengeResultCode: 200;
        StartDistanceChallengeAnswer: {
            /** @description Id of the challenge. Frames and verify carry it in their path. */
            id: string;
            /** @description The `external_person_id` of the request. */
            external_person_id: string;
            /**
             * Format: int32
             * @description The `image_width` of the request.
             */
            image_width: number;
            /**
             * Format: int32
             * @description The `image_height` of the request.
             */
            image_height: number;
            normal_distance: components["schemas"]["Box"];
            far_distance: components["schemas"]["Box"];
            close_distance: components["schemas"]["Box"];
            task_order: components["schemas"]["DistanceTaskOrder"];
            /**
             * Format: double
             * @description Largest share of its box that the face may fill.
             */
            max_face_area_percent: number;
            /**
             * Format: double
             * @description Smallest share of its box that the face must fill.
             */
            min_face_area_percent: number;
            told?: components["schemas"]["ToldTask"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["StartDistanceChallengeResultCode"];
        };
        /** @description What the client noticed about its camera. It is kept with the challenge and noted in the verdict, and never decides: anybody can send anything. */
        CaptureSignals: {
            camera_class?: components["schemas"]["CameraClass"];
            /**
             * Format: double
             * @description Width that the camera was asked for, in pixels.
             */
            asked_width?: number;
            /**
             * Format: double
             * @description Height that the camera was asked for, in pixels.
             */
            asked_height?: number;
            /**
             * Format: double
             * @description Frames a second that the camera was asked for.
             */
            asked_frame_rate?: number;
            /**
             * Format: double
             * @description Width that it gave, in pixels.
             */
            given_width?: number;
            /**
             * Format: double
             * @description Height that it gave, in pixels.
             */
            given_height?: number;
            /**
             * Format: double
             * @description Frames a second that it gave.
             */
            given_frame_rate?: number;
            /**
             * Format: double
             * @description Spread of the time from frame to frame: its standard deviation, in milliseconds.
             */
            jitter_ms?: number;
        };
        /**
         * @description What the camera is by its name. Send the class, and not the name.
         * @enum {string}
         */
        CameraClass: "built-in" | "external" | "virtual" | "unknown";
        StartDistanceChallengeRequest: {
            /** @description Id of the person in your own system. It is kept as it is, and data can be exported and erased by it. */
            external_person_id: string;
            /**
             * Format: int32
             * @description Width in pixels of the frames that you will send, held upright. A frame may be larger or smaller, but must have the same proportions.
             */
            image_width: number;
            /**
             * Format: int32
             * @description Height in pixels of the frames that you will send, held upright.
             */
            image_height: number;
            /** @description Your own reference to the person's consent. It is kept, exported and erased with the data. */
            consent_reference?: string;
            /** @description Id of a capture key: the frames are then signed by it, and the verdict says what that proves. See docs/guides/capture.md. */
            capture_key_id?: string;
            signals?: components["schemas"]["CaptureSignals"];
            /**
             * Format: double
             * @description Size of the box of the normal distance as a share of the picture.
             * @default 0.7
             */
            normal_distance_ratio?: number;
            /**
             * Format: double
             * @description Size of the box of the far distance as a share of the picture.
             * @default 0.6
             */
            far_distance_ratio?: number;
            /**
             * Format: double
             * @description Size of the box of the close distance as a share of the picture.
             * @default 0.75
             */
            close_distance_ratio?: number;
            /**
             * Format: int32
             * @description Number of frames to send at the normal distance. Without it, 2 to 5 at random.
             */
            normal_amount?: number;
            /**
             * Format: int32
             * @description Number of frames to send at the far distance. Without it, 2 to 5 at random.
             */
            far_amount?: number;
            /**
             * Format: int32
             * @description Number of frames to send at the close distance. Without it, 2 to 5 at random.
             */
            close_amount?: number;
            /**
             * Format: double
             * @description Largest share of its box that the face may fill: 1.1 is 110 %.
             * @default 1.1
             */
            max_face_area_percent?: number;
            /**
             * Format: double
             * @description Smallest share of its box that the face must fill: 0.7 is 70 %.
             * @default 0.7
             */
            min_face_area_percent?: number;
        };
        /**
         * Format: int32
         * @description The outcome; 200 is success.
         * @enum {integer}
         */
        NextDistanceTaskResultCode: 200 | 143;
        NextDistanceTaskAnswer: {
            told?: components["schemas"]["ToldTask"];
            /**
             * Format: int32
             * @description Frames of `done` that have not come: send them, and ask again. No task is given meanwhile.
             */
            frames_missing?: number;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["NextDistanceTaskResultCode"];
        };
        NextDistanceTaskRequest: {
            /** @description The task whose frames were sent. */
            done: string;
        };
        /**
         * @description What the person should do next; `ok` where this frame shows what its task wants. Turns are the person’s own left and right, directions of the nose those of the picture. Absent for a copy of a picture of another task.
         * @enum {string}
         */
        Guidance: "ok" | "show-face" | "one-person-only" | "more-light" | "less-light" | "hold-still" | "come-closer" | "move-back" | "move-into-area" | "look-ahead" | "turn-left" | "turn-right" | "look-up" | "look-down" | "relax-face" | "smile" | "wink" | "uncover-face" | "nose-left" | "nose-right" | "nose-up" | "nose-down" | "darker-room" | "screen-brighter";
        /**
         * Format: int32
         * @description The outcome; 200 is success.
         * @enum {integer}
         */
        AddDistanceFrameResultCode: 200 | 143;
        AddDistanceFrameAnswer: {
            guidance?: components["schemas"]["Guidance"];
            /** @description How many bytes of a file follow the end of what it holds, by the field that carried the file. They were cut off, and neither looked at nor kept. Absent where there were none. */
            trailing_bytes?: {
                [key: string]: number;
            };
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["AddDistanceFrameResultCode"];
        };
        /**
         * @description The task that this frame was taken for.
         * @enum {string}
         */
        DistanceTask: "normal-distance" | "far-distance" | "close-distance";
        AddDistanceFrameRequest: {
            /** @description When the photo was taken: seconds since 1970, milliseconds (above 100,000,000,000), either as text, or ISO 8601. Without it the time of arrival counts. */
            timestamp?: number | string;
            /**
             * Format: byte
             * @description The file. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 10 MiB once decoded.
             */
            photo: File;
            task: components["schemas"]["DistanceTask"];
            /**
             * Format: int32
             * @description Number of the frame in the order in which frames were taken; with `signature` only.
             */
            number?: number;
            /** @description Signature of the capture key over the lines `selfsame-frame-v1`, challenge id, number, timestamp as sent (empty without one) and lower-case hexadecimal SHA-256 of the file, as Base64; of App Attest, the assertion. */
            signature?: string;
        };
        /**
         * @description How much the verdict proves: with `low` a picture may pass, for `standard` frames must be rendered live, for `high` besides attested hardware signed them. See `docs/reference/api.md`.
         * @enum {string}
         */
        Strength: "none" | "low" | "standard" | "high";
        PresencePart: {
            /** @description Name of the check. */
            check: string;
            /**
             * Format: double
             * @description Above 0 it speaks for a person, below against one.
             */
            log_odds: number;
        };
        /**
         * @description What the frames prove about the camera: `attested` by a key that hardware keeps, `signed` by one key that nobody vouches for, or nothing.
         * @enum {string}
         */
        Capture: "attested" | "signed" | "unattested";
        /**
         * @description Why: `attested-key`: every frame was signed by a key that hardware keeps and its maker vouches for; `own-key`: every frame was signed by one key, and nobody says what keeps it; `no-key`: the challenge was started without a key; `key-ended`: the key was revoked, or is over; `frames-unsigned`: a frame came without a signature; `frames-out-of-order`: the numbers of frames and the times that were signed with them disagree; `frames-not-fresh`: the times that were signed do not fit into the life of the challenge; `counter-went-back`: the counter of the key did not go up from frame to frame; `video-not-signed`: a video is judged without a challenge, and nothing in it is signed.
         * @enum {string}
         */
        CaptureReason: "attested-key" | "own-key" | "no-key" | "key-ended" | "frames-unsigned" | "frames-out-of-order" | "frames-not-fresh" | "counter-went-back" | "video-not-signed";
        Check: {
            /** @description Name of the check; docs/reference/api.md lists them with what they ask. */
            name: string;
            /**
             * Format: double
             * @description The value that was measured.
             */
            score: number;
            /**
             * Format: double
             * @description The value that the score is compared with.
             */
            threshold: number;
            rule: components["schemas"]["CheckRule"];
            outcome: components["schemas"]["CheckOutcome"];
            /** @description The field that the check is about. */
            field?: string;
            /** @description Where values are compared: what each source says, or what a rule asks for. */
            values?: {
                [key: string]: string;
            };
            /** @description Of a likeness: the calibration that the score is by, such as `organisation-3` (docs/guides/thresholds.md). Absent where it is that of strangers at large. */
            calibration?: string;
        };
        /**
         * @description The side of the threshold on which the check passes. A score equal to the threshold passes.
         * @enum {string}
         */
        CheckRule: "at-least" | "at-most";
        /**
         * @description Whether the score is on the right side. `noted` means that it is not, but that this check decides nothing alone.
         * @enum {string}
         */
        CheckOutcome: "passed" | "failed" | "noted";
        /**
         * Format: int32
         * @description The outcome; 200 is success.
         * @enum {integer}
         */
        VerifyDistanceChallengeResultCode: 200 | 143 | 144 | 140 | 131 | 135 | 184 | 141 | 171;
        VerifyDistanceChallengeAnswer: {
            /** @description True where `result_code` is 200, false otherwise. */
            success: boolean;
            strength?: components["schemas"]["Strength"];
            /**
             * Format: int32
             * @description How surely a person is there, from 0 to 100. Below 50 there is doubt: the verdict is `low` in `strength`. Below 20 it is refused. Absent where no evidence was weighed.
             */
            presence?: number;
            /** @description What each check adds to `presence`; checks that see one thing are held together. */
            presence_parts?: components["schemas"]["PresencePart"][];
            capture?: components["schemas"]["Capture"];
            /** @description What keeps the key: `strongbox`, `trusted-environment`, `secure-enclave` or `browser`. Absent without a key. */
            capture_device?: string;
            /** @description The app that has the key, with its version code where that is attested. */
            capture_app?: string;
            /** @description What Play Integrity said of the phone, such as `MEETS_STRONG_INTEGRITY`. Absent where it was not asked; rooted phones and emulators get no key. */
            capture_integrity?: string[];
            capture_reason?: components["schemas"]["CaptureReason"];
            /** @description Every check that was made, in order. Absent where there was nothing to judge. */
            checks?: components["schemas"]["Check"][];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["VerifyDistanceChallengeResultCode"];
        };
        VerifyDistanceChallengeRequest: {
            /**
             * Format: double
             * @description How many of the frames are checked for genuineness; at least one is. It is a share from 0 to 1, or a percentage from 2 to 100: 0.8 and 80 are the same.
             * @default 0.5
             */
            passive_liveness_frame_percentage?: number;
            /**
             * Format: double
             * @description Lowest mean genuineness of the checked frames at which the person counts as genuine. It is a share from 0 to 1, or a percentage from 2 to 100: 0.8 and 80 are the same.
             * @default 0.5
             */
            passive_liveness_threshold?: number;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        StartNoseChallengeResultCode: 200;
        StartNoseChallengeAnswer: {
            /** @description Id of the challenge. Frames and verify carry it in their path. */
            id: string;
            /** @description The `external_person_id` of the request. */
            external_person_id: string;
            /**
             * Format: int32
             * @description The `image_width` of the request.
             */
            image_width: number;
            /**
             * Format: int32
             * @description The `image_height` of the request.
             */
            image_height: number;
            /**
             * Format: int32
             * @description Upper edge of the box in which the face should be, in pixels of the announced size.
             */
            area_top: number;
            /**
             * Format: int32
             * @description Left edge of that box, in pixels.
             */
            area_left: number;
            /**
             * Format: int32
             * @description Width of that box, in pixels.
             */
            area_width: number;
            /**
             * Format: int32
             * @description Height of that box, in pixels.
             */
            area_height: number;
            /**
             * Format: double
             * @description Smallest share of the box that the face must fill all the time, in percent: 50 is half of it.
             */
            min_face_area_percent: number;
            /**
             * Format: int32
             * @description Upper edge of the box for the tip of the nose, in pixels of the announced size.
             */
            nose_top: number;
            /**
             * Format: int32
             * @description Left edge of the box for the tip of the nose, in pixels.
             */
            nose_left: number;
            /**
             * Format: int32
             * @description Width of the box for the tip of the nose, in pixels.
             */
            nose_width: number;
            /**
             * Format: int32
             * @description Height of the box for the tip of the nose, in pixels.
             */
            nose_height: number;
            /**
             * Format: int32
             * @description Longest time to film, in seconds.
             */
            duration: number;
            /**
             * Format: int32
             * @description Number of frames to send each second.
             */
            framerate: number;
            /** @description Whether verify checks that the points of the face move as those of a head do. */
            face_moving_check: boolean;
            /** @description Whether verify checks that the head turned towards the box. */
            face_rotation_check: boolean;
            /** @description Whether verify checks that the nose moved to the box in a natural way. */
            nose_motion_check: boolean;
            /** @description The frames so far: always empty in this answer. */
            frames: unknown[];
            told?: components["schemas"]["ToldTask"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["StartNoseChallengeResultCode"];
        };
        StartNoseChallengeRequest: {
            /** @description Id of the person in your own system. It is kept as it is, and data can be exported and erased by it. */
            external_person_id: string;
            /**
             * Format: int32
             * @description Width in pixels of the frames that you will send, held upright. A frame may be larger or smaller, but must have the same proportions.
             */
            image_width: number;
            /**
             * Format: int32
             * @description Height in pixels of the frames that you will send, held upright.
             */
            image_height: number;
            /** @description Your own reference to the person's consent. It is kept, exported and erased with the data. */
            consent_reference?: string;
            /** @description Id of a capture key: the frames are then signed by it, and the verdict says what that proves. See docs/guides/capture.md. */
            capture_key_id?: string;
            signals?: components["schemas"]["CaptureSignals"];
        };
        /**
         * Format: int32
         * @description The outcome; 200 is success.
         * @enum {integer}
         */
        NextNoseTaskResultCode: 200 | 143;
        NextNoseTaskAnswer: {
            told?: components["schemas"]["ToldTask"];
            /**
             * Format: int32
             * @description Frames of `done` that have not come: send them, and ask again. No task is given meanwhile.
             */
            frames_missing?: number;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["NextNoseTaskResultCode"];
        };
        NextNoseTaskRequest: {
            /** @description The task whose frames were sent. */
            done: string;
        };
        /**
         * Format: int32
         * @description The outcome; 200 is success.
         * @enum {integer}
         */
        AddNoseFrameResultCode: 200 | 143;
        AddNoseFrameAnswer: {
            guidance?: components["schemas"]["Guidance"];
            /** @description How many bytes of a file follow the end of what it holds, by the field that carried the file. They were cut off, and neither looked at nor kept. Absent where there were none. */
            trailing_bytes?: {
                [key: string]: number;
            };
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["AddNoseFrameResultCode"];
        };
        AddNoseFrameRequest: {
            /**
             * Format: byte
             * @description The file. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 10 MiB once decoded.
             */
            content: File;
            /**
             * Format: int32
             * @description Number of the frame in the order in which frames were taken; with `signature` only.
             */
            number?: number;
            /** @description Signature of the capture key over the lines `selfsame-frame-v1`, challenge id, number, timestamp as sent (empty without one) and lower-case hexadecimal SHA-256 of the file, as Base64; of App Attest, the assertion. */
            signature?: string;
        };
        /**
         * Format: int32
         * @description The outcome; 200 is success.
         * @enum {integer}
         */
        VerifyNoseChallengeResultCode: 200 | 143 | 144 | 131 | 135 | 190 | 195 | 194 | 141 | 171;
        VerifyNoseChallengeAnswer: {
            /** @description True where `result_code` is 200, false otherwise. */
            success: boolean;
            strength?: components["schemas"]["Strength"];
            /**
             * Format: int32
             * @description How surely a person is there, from 0 to 100. Below 50 there is doubt: the verdict is `low` in `strength`. Below 20 it is refused. Absent where no evidence was weighed.
             */
            presence?: number;
            /** @description What each check adds to `presence`; checks that see one thing are held together. */
            presence_parts?: components["schemas"]["PresencePart"][];
            capture?: components["schemas"]["Capture"];
            /** @description What keeps the key: `strongbox`, `trusted-environment`, `secure-enclave` or `browser`. Absent without a key. */
            capture_device?: string;
            /** @description The app that has the key, with its version code where that is attested. */
            capture_app?: string;
            /** @description What Play Integrity said of the phone, such as `MEETS_STRONG_INTEGRITY`. Absent where it was not asked; rooted phones and emulators get no key. */
            capture_integrity?: string[];
            capture_reason?: components["schemas"]["CaptureReason"];
            /** @description Every check that was made, in order. Absent where there was nothing to judge. */
            checks?: components["schemas"]["Check"][];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["VerifyNoseChallengeResultCode"];
        };
        VerifyNoseChallengeRequest: {
            /**
             * Format: double
             * @description How many of the frames are checked for genuineness; at least one is. It is a share from 0 to 1, or a percentage from 2 to 100: 0.8 and 80 are the same.
             * @default 0.5
             */
            passive_liveness_frame_percentage?: number;
            /**
             * Format: double
             * @description Lowest mean genuineness of the checked frames at which the person counts as genuine. It is a share from 0 to 1, or a percentage from 2 to 100: 0.8 and 80 are the same.
             * @default 0.5
             */
            passive_liveness_threshold?: number;
        };
        /**
         * @description The task that this frame was taken for; one of `task_order`.
         * @enum {string}
         */
        ProfileTask: "keep-face-ahead" | "turn-face-left" | "turn-face-right" | "tilt-face-up" | "tilt-face-down" | "smile" | "wink";
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        StartProfileChallengeResultCode: 200;
        StartProfileChallengeAnswer: {
            /** @description Id of the challenge. Frames and verify carry it in their path. */
            id: string;
            /** @description The `external_person_id` of the request. */
            external_person_id: string;
            /**
             * Format: int32
             * @description The `image_width` of the request.
             */
            image_width: number;
            /**
             * Format: int32
             * @description The `image_height` of the request.
             */
            image_height: number;
            /**
             * Format: int32
             * @description Upper edge of the box in which the face should be, in pixels of the announced size.
             */
            area_top: number;
            /**
             * Format: int32
             * @description Left edge of that box, in pixels.
             */
            area_left: number;
            /**
             * Format: int32
             * @description Width of that box, in pixels.
             */
            area_width: number;
            /**
             * Format: int32
             * @description Height of that box, in pixels.
             */
            area_height: number;
            /**
             * Format: double
             * @description Smallest share of the box that the face must fill all the time, in percent: 50 is half of it.
             */
            min_face_area_percent: number;
            /** @description The exercises in the order asked, each once. */
            exercise: string[];
            /** @description Number of frames to send for each task; all are 0 for `custom`. The straight face comes first, then the tasks in the order of `exercise`. */
            task_order: {
                [key: string]: number;
            };
            /** @description Whether frames are taken as in a mirror. */
            mirrored: boolean;
            told?: components["schemas"]["ToldTask"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["StartProfileChallengeResultCode"];
        };
        StartProfileChallengeRequest: {
            /** @description Id of the person in your own system. It is kept as it is, and data can be exported and erased by it. */
            external_person_id: string;
            /**
             * Format: int32
             * @description Width in pixels of the frames that you will send, held upright. A frame may be larger or smaller, but must have the same proportions.
             */
            image_width: number;
            /**
             * Format: int32
             * @description Height in pixels of the frames that you will send, held upright.
             */
            image_height: number;
            /** @description Your own reference to the person's consent. It is kept, exported and erased with the data. */
            consent_reference?: string;
            /** @description Id of a capture key: the frames are then signed by it, and the verdict says what that proves. See docs/guides/capture.md. */
            capture_key_id?: string;
            signals?: components["schemas"]["CaptureSignals"];
            /**
             * @description What the person should do: `yaw` (turn left and right), `pitch` (face up and down), `smile`, `wink`, or several of them joined by `-` in any order, such as `yaw-smile`. With `custom` you choose tasks and numbers of frames yourself.
             * @default yaw
             */
            exercise?: string;
            /**
             * @description True asks for one frame of each task, false for a random number. Without effect on `custom`.
             * @default false
             */
            static?: boolean;
            /** @description Whether frames come as in a mirror, as many selfie cameras preview them. Without it the setting of the organisation holds, or else that of the server. */
            mirrored?: boolean;
        };
        /**
         * Format: int32
         * @description The outcome; 200 is success.
         * @enum {integer}
         */
        NextProfileTaskResultCode: 200 | 143 | 153;
        NextProfileTaskAnswer: {
            told?: components["schemas"]["ToldTask"];
            /**
             * Format: int32
             * @description Frames of `done` that have not come: send them, and ask again. No task is given meanwhile.
             */
            frames_missing?: number;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["NextProfileTaskResultCode"];
        };
        NextProfileTaskRequest: {
            /** @description The task whose frames were sent. */
            done: string;
        };
        /**
         * Format: int32
         * @description The outcome; 200 is success.
         * @enum {integer}
         */
        AddProfileFrameResultCode: 200 | 143 | 153;
        AddProfileFrameAnswer: {
            guidance?: components["schemas"]["Guidance"];
            /** @description How many bytes of a file follow the end of what it holds, by the field that carried the file. They were cut off, and neither looked at nor kept. Absent where there were none. */
            trailing_bytes?: {
                [key: string]: number;
            };
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["AddProfileFrameResultCode"];
        };
        AddProfileFrameRequest: {
            /** @description When the photo was taken: seconds since 1970, milliseconds (above 100,000,000,000), either as text, or ISO 8601. Without it the time of arrival counts. */
            timestamp?: number | string;
            /**
             * Format: byte
             * @description The file. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 10 MiB once decoded.
             */
            photo: File;
            task: components["schemas"]["ProfileTask"];
            /**
             * Format: int32
             * @description Number of the frame in the order in which frames were taken; with `signature` only.
             */
            number?: number;
            /** @description Signature of the capture key over the lines `selfsame-frame-v1`, challenge id, number, timestamp as sent (empty without one) and lower-case hexadecimal SHA-256 of the file, as Base64; of App Attest, the assertion. */
            signature?: string;
        };
        /**
         * Format: int32
         * @description The outcome; 200 is success.
         * @enum {integer}
         */
        VerifyProfileChallengeResultCode: 200 | 143 | 153 | 144 | 154 | 140 | 131 | 135 | 133 | 142 | 190 | 152 | 151 | 150 | 180 | 181 | 192 | 193 | 141 | 171;
        VerifyProfileChallengeAnswer: {
            /** @description True where `result_code` is 200, false otherwise. */
            success: boolean;
            strength?: components["schemas"]["Strength"];
            /**
             * Format: int32
             * @description How surely a person is there, from 0 to 100. Below 50 there is doubt: the verdict is `low` in `strength`. Below 20 it is refused. Absent where no evidence was weighed.
             */
            presence?: number;
            /** @description What each check adds to `presence`; checks that see one thing are held together. */
            presence_parts?: components["schemas"]["PresencePart"][];
            capture?: components["schemas"]["Capture"];
            /** @description What keeps the key: `strongbox`, `trusted-environment`, `secure-enclave` or `browser`. Absent without a key. */
            capture_device?: string;
            /** @description The app that has the key, with its version code where that is attested. */
            capture_app?: string;
            /** @description What Play Integrity said of the phone, such as `MEETS_STRONG_INTEGRITY`. Absent where it was not asked; rooted phones and emulators get no key. */
            capture_integrity?: string[];
            capture_reason?: components["schemas"]["CaptureReason"];
            /** @description Every check that was made, in order. Absent where there was nothing to judge. */
            checks?: components["schemas"]["Check"][];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["VerifyProfileChallengeResultCode"];
        };
        VerifyProfileChallengeRequest: {
            /**
             * Format: double
             * @description Lowest mean genuineness of the checked frames at which the person counts as genuine. It is a share from 0 to 1, or a percentage from 2 to 100: 0.8 and 80 are the same.
             * @default 0.5
             */
            passive_liveness_threshold?: number;
        };
        LightStep: {
            pattern: components["schemas"]["LightPattern"];
            /** @description Colour of the screen, as `#rrggbb` in sRGB. */
            colour: string;
            /**
             * Format: int32
             * @description How long the step lasts, in milliseconds.
             */
            duration_ms: number;
        };
        /**
         * @description `full`: the whole screen takes the colour at once. `edge`: over `duration_ms` an edge moves evenly from the top of the screen to its bottom; above it is the new colour, below it the colour before.
         * @enum {string}
         */
        LightPattern: "full" | "edge";
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        StartLightChallengeResultCode: 200;
        StartLightChallengeAnswer: {
            /** @description Id of the challenge. Frames and verify carry it in their path. */
            id: string;
            /** @description The `external_person_id` of the request. */
            external_person_id: string;
            /**
             * Format: int32
             * @description The `image_width` of the request.
             */
            image_width: number;
            /**
             * Format: int32
             * @description The `image_height` of the request.
             */
            image_height: number;
            /**
             * Format: int32
             * @description Upper edge of the box in which the face should be, in pixels of the announced size.
             */
            area_top: number;
            /**
             * Format: int32
             * @description Left edge of that box, in pixels.
             */
            area_left: number;
            /**
             * Format: int32
             * @description Width of that box, in pixels.
             */
            area_width: number;
            /**
             * Format: int32
             * @description Height of that box, in pixels.
             */
            area_height: number;
            /**
             * Format: double
             * @description Smallest share of the box that the face must fill all the time, in percent: 50 is half of it.
             */
            min_face_area_percent: number;
            /**
             * Format: int32
             * @description Number of frames to send each second.
             */
            frame_rate: number;
            /**
             * Format: int32
             * @description Number of steps, 7 to 11. No person gets the same sequence twice.
             */
            steps: number;
            /** @description The steps up to the one that comes next, in their order. */
            sequence: components["schemas"]["LightStep"][];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["StartLightChallengeResultCode"];
        };
        StartLightChallengeRequest: {
            /** @description Id of the person in your own system. It is kept as it is, and data can be exported and erased by it. */
            external_person_id: string;
            /**
             * Format: int32
             * @description Width in pixels of the frames that you will send, held upright. A frame may be larger or smaller, but must have the same proportions.
             */
            image_width: number;
            /**
             * Format: int32
             * @description Height in pixels of the frames that you will send, held upright.
             */
            image_height: number;
            /** @description Your own reference to the person's consent. It is kept, exported and erased with the data. */
            consent_reference?: string;
            /** @description Id of a capture key: the frames are then signed by it, and the verdict says what that proves. See docs/guides/capture.md. */
            capture_key_id?: string;
            signals?: components["schemas"]["CaptureSignals"];
        };
        /**
         * Format: int32
         * @description The outcome; 200 is success.
         * @enum {integer}
         */
        AddLightFrameResultCode: 200 | 143;
        AddLightFrameAnswer: {
            guidance?: components["schemas"]["Guidance"];
            /** @description The steps up to the one that comes next, in their order. */
            sequence?: components["schemas"]["LightStep"][];
            /** @description How many bytes of a file follow the end of what it holds, by the field that carried the file. They were cut off, and neither looked at nor kept. Absent where there were none. */
            trailing_bytes?: {
                [key: string]: number;
            };
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["AddLightFrameResultCode"];
        };
        AddLightFrameRequest: {
            /** @description When the photo was taken: seconds since 1970, milliseconds (above 100,000,000,000), either as text, or ISO 8601. Without it the time of arrival counts, which is too inexact. */
            timestamp?: number | string;
            /**
             * Format: byte
             * @description The file. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 10 MiB once decoded.
             */
            photo: File;
            /**
             * Format: int32
             * @description Index of the step of `sequence` that the screen shows. It says when a step began, within the time that the telling of the steps leaves; the face decides.
             */
            shown?: number;
            /** @description When the screen began to show that step, in the form and by the clock of `timestamp`. */
            shown_since?: number | string;
            /**
             * Format: int32
             * @description Number of the frame in the order in which frames were taken; with `signature` only.
             */
            number?: number;
            /** @description Signature of the capture key over the lines `selfsame-frame-v1`, challenge id, number, timestamp as sent (empty without one) and lower-case hexadecimal SHA-256 of the file, as Base64; of App Attest, the assertion. */
            signature?: string;
        };
        /**
         * Format: int32
         * @description The outcome; 200 is success.
         * @enum {integer}
         */
        VerifyLightChallengeResultCode: 200 | 143 | 144 | 197 | 131 | 135 | 190 | 195 | 196 | 141 | 171;
        VerifyLightChallengeAnswer: {
            /** @description True where `result_code` is 200, false otherwise. */
            success: boolean;
            strength?: components["schemas"]["Strength"];
            /**
             * Format: int32
             * @description How surely a person is there, from 0 to 100. Below 50 there is doubt: the verdict is `low` in `strength`. Below 20 it is refused. Absent where no evidence was weighed.
             */
            presence?: number;
            /** @description What each check adds to `presence`; checks that see one thing are held together. */
            presence_parts?: components["schemas"]["PresencePart"][];
            capture?: components["schemas"]["Capture"];
            /** @description What keeps the key: `strongbox`, `trusted-environment`, `secure-enclave` or `browser`. Absent without a key. */
            capture_device?: string;
            /** @description The app that has the key, with its version code where that is attested. */
            capture_app?: string;
            /** @description What Play Integrity said of the phone, such as `MEETS_STRONG_INTEGRITY`. Absent where it was not asked; rooted phones and emulators get no key. */
            capture_integrity?: string[];
            capture_reason?: components["schemas"]["CaptureReason"];
            /** @description Every check that was made, in order. Absent where there was nothing to judge. */
            checks?: components["schemas"]["Check"][];
            guidance?: components["schemas"]["Guidance"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["VerifyLightChallengeResultCode"];
        };
        VerifyLightChallengeRequest: {
            /**
             * Format: double
             * @description Lowest mean genuineness of the checked frames at which the person counts as genuine. It is a share from 0 to 1, or a percentage from 2 to 100: 0.8 and 80 are the same.
             * @default 0.5
             */
            passive_liveness_threshold?: number;
        };
        /**
         * @description `processed` where the answer shows a document that was read: with `result_code` 200, and where a picture of another kind was to be attached to it. `failed` otherwise.
         * @enum {string}
         */
        ProcessStatus: "processed" | "failed";
        /** @description What was read in all pictures of the document. */
        CreateDocumentData: {
            /** @description Place of residence. */
            address: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            addressconf: string;
            /** @description Birth date, DD/MM/YYYY; the year alone, YYYY, where the document has no more. */
            birthday: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            birthdayconf: string;
            /** @description Identifying marks. */
            characteristic: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            characteristicconf: string;
            /** @description Identifying marks: the same as `characteristic`, under the other name of the specification. */
            characteristics: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            characteristicsconf: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            characteristics_conf: string;
            /** @description Issuing country, three letters. */
            country: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            countryconf: string;
            /** @description Ethnic group. */
            ethnicity: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            ethnicityconf: string;
            /** @description Expiry date, DD/MM/YYYY, or `Không thời hạn`. */
            expiry: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            expiryconf: string;
            /** @description Place of origin; on a card of 2024 where the birth was registered, on a passport the place of birth. */
            hometown: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            hometownconf: string;
            /** @description Number of the document; of a passport the passport number. */
            id: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            idconf: string;
            /** @description Issuing authority, spelled the same for every print of its name. */
            issue_by: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            issue_by_conf: string;
            /** @description Issue date, DD/MM/YYYY. */
            issue_date: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            issue_date_conf: string;
            /** @description Full name in capitals. */
            name: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            nameconf: string;
            /** @description Nationality. */
            national: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            nationalconf: string;
            /** @description The number of the card before this one; of a passport the personal number. */
            optional_data: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            optional_dataconf: string;
            /** @description Type of the passport, as its machine-readable zone says it: `P`. */
            passport_type: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            passport_typeconf: string;
            /** @description Religion. */
            religion: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            religionconf: string;
            /** @description Sex: `Nam` or `Nữ`. */
            sex: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            sexconf: string;
            /** @description Kind of the document: `CMND`, `CCCD`, `CHIP ID`, `CC` or `PASSPORT`; `MULTIPLE` for documents of several kinds, and empty where none was found. */
            document: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            documentconf: string;
            /** @description The kind more exactly: `cmnd-9`, `cmnd-12`, `cccd-12`, `cccd-chip`, `can-cuoc`, `passport-old` or `passport-new`. */
            document_version: string;
            /** @description Side of the document: `0` once there is a front, `1` for a back alone, `UNIDENTIFIED` for documents of several kinds. */
            id_type: string;
            /** @description How reliable the picture is: a bracketed list. The lower the first number, from 0 to 1, the likelier the picture shows a screen, glare or blur, or the document is forged. A high number does not rule out a screen. A second number, -1.0, stands for a photocopy or a black-and-white print. */
            reliability: string;
            /** @description Signs of a forgery or of a poor picture, as text. They do not make the call fail. */
            warning: string[];
            /** @description The code of each warning, in the same order. Ours are 125 (the attached chip contradicts the document), 190 (a text or code was written into the picture), 196 (a code or zone contradicts the print), 197 (the picture does not show all of the page), 198 (one side was sent for both) and 199 (the portrait was pasted into the picture). */
            warning_code: number[];
            /** @description The build that read the document: version of the server and of the network that reads text. */
            server_tag: string;
            detected?: components["schemas"]["Detected"];
            detected_document?: components["schemas"]["DetectedDocument"];
            /** @description The sources that agree on each value, by the name of its field. The first of them gave the value: `ocr` is printed text, `qr` a QR code or barcode, `mrz` a machine-readable zone, `chip` the chip that was attached. `prior` stands last where the print left letters open, and known places, names or beginnings of numbers chose among those that were seen. */
            source: {
                [key: string]: components["schemas"]["Source"][];
            };
            /** @description Where each value was found, by the name of its field: one place for each line and each source, first those of the source that gave the value. A field without places was not found. */
            places: {
                [key: string]: components["schemas"]["Place"][];
            };
            /** @description Every page that was found, with its corners in its picture. */
            pages: components["schemas"]["SeenPage"][];
            /** @description Documents of other kinds beside it in the picture of this call, which were seen and are not answered; empty where there are none. */
            other_documents: components["schemas"]["SeenPage"][];
            /** @description Every check that was made, in the order in which they were made. */
            checks: components["schemas"]["Check"][];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["CreateDocumentResultCode"];
        };
        /**
         * @description What stands in the way: there is `nothing`; `another-document`, or `another-side` of it, than is read here; a document of the right kind that is not legible, or its number, or its name. Absent with 200.
         * @enum {string}
         */
        Detected: "nothing" | "another-document" | "another-side" | "document-not-legible" | "number-not-legible" | "name-not-legible";
        /**
         * @description The document that was seen, beside `detected`; absent where it is none that we know.
         * @enum {string}
         */
        DetectedDocument: "IDENTITY CARD" | "PASSPORT" | "DRIVER LICENCE" | "BUSINESS REGISTRATION" | "FOREIGN IDENTITY CARD" | "FOREIGN PASSPORT";
        /** @enum {string} */
        Source: "ocr" | "qr" | "mrz" | "chip" | "prior";
        Place: {
            /** @description The file that shows it, one of `linked_file_ids`. Absent where no file was kept. */
            file_id?: string;
            /**
             * Format: int32
             * @description In a PDF: the number of the page, counted from 1.
             */
            page?: number;
            source: components["schemas"]["PlaceSource"];
            /** @description Four corners as x and y in turn, clockwise from the upper left of the page as it is read. The unit is the pixel of the upright picture, turned as its EXIF says; in a PDF it is the point, counted from the upper left of the page. */
            quad: number[];
        };
        /**
         * @description Where the value comes from: `ocr` is printed text, `qr` a QR code or barcode, `mrz` a machine-readable zone, `text` the text that a PDF contains.
         * @enum {string}
         */
        PlaceSource: "ocr" | "qr" | "mrz" | "text";
        SeenPage: {
            /** @description The file that shows it, one of `linked_file_ids`. Absent where no file was kept. */
            file_id?: string;
            /**
             * Format: int32
             * @description In a PDF: the number of the page, counted from 1.
             */
            page?: number;
            /** @description The kind of document that the page was taken for. */
            document: string;
            /** @description The side: `0` for a front, `1` for a back, empty where the document has no sides. */
            id_type: string;
            /**
             * Format: double
             * @description Width of the whole upright picture, or of the page of the PDF, in the unit of its corners.
             */
            width: number;
            /**
             * Format: double
             * @description Height of the whole upright picture, or of the page of the PDF, in the same unit.
             */
            height: number;
            /** @description Four corners as x and y in turn, clockwise from the upper left of the page as it is read. The unit is the pixel of the upright picture, turned as its EXIF says; in a PDF it is the point, counted from the upper left of the page. */
            corners: number[];
        };
        /**
         * Format: int32
         * @description The outcome; 200 is success.
         * @enum {integer}
         */
        CreateDocumentResultCode: 200 | 101 | 109;
        CreateDocumentAnswer: {
            /**
             * @description Always `identity-proof`.
             * @constant
             */
            document_type: "identity-proof";
            /** @description Id of the document, to attach more pictures. Where nothing was kept, it only names the answer. */
            id: string;
            /** @description Ids of the pictures of the document, in the order of arrival. */
            linked_file_ids: string[];
            process_status: components["schemas"]["ProcessStatus"];
            recognized_data: components["schemas"]["CreateDocumentData"];
            /** @description How many bytes of a file follow the end of what it holds, by the field that carried the file. They were cut off, and neither looked at nor kept. Absent where there were none. */
            trailing_bytes?: {
                [key: string]: number;
            };
        };
        /** @description The picture. */
        Attachment: {
            /**
             * Format: byte
             * @description Picture of the document. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 10 MiB once decoded.
             */
            content: File;
            /** @description Name of the file. It is neither used nor kept. */
            name?: string;
        };
        CreateDocumentRequest: {
            attachment: components["schemas"]["Attachment"];
            /** @description Id of the person in your own system. It is kept as it is, and data can be exported and erased by it. */
            external_person_id?: string;
            /** @description Your own reference to the person's consent. It is kept, exported and erased with the data. */
            consent_reference?: string;
        };
        /** @description What was read in all pictures of the document. */
        AttachToDocumentData: {
            /** @description Place of residence. */
            address: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            addressconf: string;
            /** @description Birth date, DD/MM/YYYY; the year alone, YYYY, where the document has no more. */
            birthday: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            birthdayconf: string;
            /** @description Identifying marks. */
            characteristic: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            characteristicconf: string;
            /** @description Identifying marks: the same as `characteristic`, under the other name of the specification. */
            characteristics: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            characteristicsconf: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            characteristics_conf: string;
            /** @description Issuing country, three letters. */
            country: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            countryconf: string;
            /** @description Ethnic group. */
            ethnicity: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            ethnicityconf: string;
            /** @description Expiry date, DD/MM/YYYY, or `Không thời hạn`. */
            expiry: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            expiryconf: string;
            /** @description Place of origin; on a card of 2024 where the birth was registered, on a passport the place of birth. */
            hometown: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            hometownconf: string;
            /** @description Number of the document; of a passport the passport number. */
            id: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            idconf: string;
            /** @description Issuing authority, spelled the same for every print of its name. */
            issue_by: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            issue_by_conf: string;
            /** @description Issue date, DD/MM/YYYY. */
            issue_date: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            issue_date_conf: string;
            /** @description Full name in capitals. */
            name: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            nameconf: string;
            /** @description Nationality. */
            national: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            nationalconf: string;
            /** @description The number of the card before this one; of a passport the personal number. */
            optional_data: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            optional_dataconf: string;
            /** @description Type of the passport, as its machine-readable zone says it: `P`. */
            passport_type: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            passport_typeconf: string;
            /** @description Religion. */
            religion: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            religionconf: string;
            /** @description Sex: `Nam` or `Nữ`. */
            sex: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            sexconf: string;
            /** @description Kind of the document: `CMND`, `CCCD`, `CHIP ID`, `CC` or `PASSPORT`; `MULTIPLE` for documents of several kinds, and empty where none was found. */
            document: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            documentconf: string;
            /** @description The kind more exactly: `cmnd-9`, `cmnd-12`, `cccd-12`, `cccd-chip`, `can-cuoc`, `passport-old` or `passport-new`. */
            document_version: string;
            /** @description Side of the document: `0` once there is a front, `1` for a back alone, `UNIDENTIFIED` for documents of several kinds. */
            id_type: string;
            /** @description How reliable the picture is: a bracketed list. The lower the first number, from 0 to 1, the likelier the picture shows a screen, glare or blur, or the document is forged. A high number does not rule out a screen. A second number, -1.0, stands for a photocopy or a black-and-white print. */
            reliability: string;
            /** @description Signs of a forgery or of a poor picture, as text. They do not make the call fail. */
            warning: string[];
            /** @description The code of each warning, in the same order. Ours are 125 (the attached chip contradicts the document), 190 (a text or code was written into the picture), 196 (a code or zone contradicts the print), 197 (the picture does not show all of the page), 198 (one side was sent for both) and 199 (the portrait was pasted into the picture). */
            warning_code: number[];
            /** @description The build that read the document: version of the server and of the network that reads text. */
            server_tag: string;
            detected?: components["schemas"]["Detected"];
            detected_document?: components["schemas"]["DetectedDocument"];
            /** @description The sources that agree on each value, by the name of its field. The first of them gave the value: `ocr` is printed text, `qr` a QR code or barcode, `mrz` a machine-readable zone, `chip` the chip that was attached. `prior` stands last where the print left letters open, and known places, names or beginnings of numbers chose among those that were seen. */
            source: {
                [key: string]: components["schemas"]["Source"][];
            };
            /** @description Where each value was found, by the name of its field: one place for each line and each source, first those of the source that gave the value. A field without places was not found. */
            places: {
                [key: string]: components["schemas"]["Place"][];
            };
            /** @description Every page that was found, with its corners in its picture. */
            pages: components["schemas"]["SeenPage"][];
            /** @description Documents of other kinds beside it in the picture of this call, which were seen and are not answered; empty where there are none. */
            other_documents: components["schemas"]["SeenPage"][];
            /** @description Every check that was made, in the order in which they were made. */
            checks: components["schemas"]["Check"][];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["AttachToDocumentResultCode"];
        };
        /**
         * Format: int32
         * @description The outcome; 200 is success.
         * @enum {integer}
         */
        AttachToDocumentResultCode: 200 | 101 | 102 | 109;
        AttachToDocumentAnswer: {
            /**
             * @description Always `identity-proof`.
             * @constant
             */
            document_type: "identity-proof";
            /** @description Id of the document, to attach more pictures. Where nothing was kept, it only names the answer. */
            id: string;
            /** @description Ids of the pictures of the document, in the order of arrival. */
            linked_file_ids: string[];
            process_status: components["schemas"]["ProcessStatus"];
            recognized_data: components["schemas"]["AttachToDocumentData"];
            /** @description How many bytes of a file follow the end of what it holds, by the field that carried the file. They were cut off, and neither looked at nor kept. Absent where there were none. */
            trailing_bytes?: {
                [key: string]: number;
            };
        };
        AttachToDocumentRequest: {
            /**
             * Format: byte
             * @description Picture of the other side, or of the same side again. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 10 MiB once decoded.
             */
            content: File;
            /** @description Name of the file. It is neither used nor kept. */
            name?: string;
        };
        IdentityData: {
            /** @description Place of residence. */
            address: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            addressconf: string;
            /** @description Birth date, DD/MM/YYYY; the year alone, YYYY, where the document has no more. */
            birthday: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            birthdayconf: string;
            /** @description Identifying marks. */
            characteristic: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            characteristicconf: string;
            /** @description Identifying marks: the same as `characteristic`, under the other name of the specification. */
            characteristics: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            characteristicsconf: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            characteristics_conf: string;
            /** @description Issuing country, three letters. */
            country: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            countryconf: string;
            /** @description Ethnic group. */
            ethnicity: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            ethnicityconf: string;
            /** @description Expiry date, DD/MM/YYYY, or `Không thời hạn`. */
            expiry: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            expiryconf: string;
            /** @description Place of origin; on a card of 2024 where the birth was registered, on a passport the place of birth. */
            hometown: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            hometownconf: string;
            /** @description Number of the document; of a passport the passport number. */
            id: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            idconf: string;
            /** @description Issuing authority, spelled the same for every print of its name. */
            issue_by: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            issue_by_conf: string;
            /** @description Issue date, DD/MM/YYYY. */
            issue_date: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            issue_date_conf: string;
            /** @description Full name in capitals. */
            name: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            nameconf: string;
            /** @description Nationality. */
            national: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            nationalconf: string;
            /** @description The number of the card before this one; of a passport the personal number. */
            optional_data: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            optional_dataconf: string;
            /** @description Type of the passport, as its machine-readable zone says it: `P`. */
            passport_type: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            passport_typeconf: string;
            /** @description Religion. */
            religion: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            religionconf: string;
            /** @description Sex: `Nam` or `Nữ`. */
            sex: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            sexconf: string;
            /** @description Kind of the document: `CMND`, `CCCD`, `CHIP ID`, `CC` or `PASSPORT`; `MULTIPLE` for documents of several kinds, and empty where none was found. */
            document: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            documentconf: string;
            /** @description The kind more exactly: `cmnd-9`, `cmnd-12`, `cccd-12`, `cccd-chip`, `can-cuoc`, `passport-old` or `passport-new`. */
            document_version: string;
            /** @description Side of the document: `0` once there is a front, `1` for a back alone, `UNIDENTIFIED` for documents of several kinds. */
            id_type: string;
            /** @description How reliable the picture is: a bracketed list. The lower the first number, from 0 to 1, the likelier the picture shows a screen, glare or blur, or the document is forged. A high number does not rule out a screen. A second number, -1.0, stands for a photocopy or a black-and-white print. */
            reliability: string;
            /** @description Signs of a forgery or of a poor picture, as text. They do not make the call fail. */
            warning: string[];
            /** @description The code of each warning, in the same order. Ours are 125 (the attached chip contradicts the document), 190 (a text or code was written into the picture), 196 (a code or zone contradicts the print), 197 (the picture does not show all of the page), 198 (one side was sent for both) and 199 (the portrait was pasted into the picture). */
            warning_code: number[];
            /** @description The build that read the document: version of the server and of the network that reads text. */
            server_tag: string;
            detected?: components["schemas"]["Detected"];
            detected_document?: components["schemas"]["DetectedDocument"];
            /** @description The sources that agree on each value, by the name of its field. The first of them gave the value: `ocr` is printed text, `qr` a QR code or barcode, `mrz` a machine-readable zone, `chip` the chip that was attached. `prior` stands last where the print left letters open, and known places, names or beginnings of numbers chose among those that were seen. */
            source: {
                [key: string]: components["schemas"]["Source"][];
            };
            /** @description Where each value was found, by the name of its field: one place for each line and each source, first those of the source that gave the value. A field without places was not found. */
            places: {
                [key: string]: components["schemas"]["Place"][];
            };
            /** @description Every page that was found, with its corners in its picture. */
            pages: components["schemas"]["SeenPage"][];
            /** @description Documents of other kinds beside it in the picture of this call, which were seen and are not answered; empty where there are none. */
            other_documents: components["schemas"]["SeenPage"][];
            /** @description Every check that was made, in the order in which they were made. */
            checks: components["schemas"]["Check"][];
        };
        /**
         * Format: int32
         * @description The outcome; 200 is success.
         * @enum {integer}
         */
        CreateDocumentFromSidesResultCode: 200 | 101 | 109;
        CreateDocumentFromSidesAnswer: {
            /**
             * @description Always `identity-proof`.
             * @constant
             */
            document_type: "identity-proof";
            /** @description Id of the document, to attach more pictures. Where nothing was kept, it only names the answer. */
            id: string;
            /** @description Ids of the pictures of the document, in the order of arrival. */
            linked_file_ids: string[];
            process_status: components["schemas"]["ProcessStatus"];
            /** @description What was read in all pictures of the document. */
            recognized_data: components["schemas"]["IdentityData"];
            /** @description How many bytes of a file follow the end of what it holds, by the field that carried the file. They were cut off, and neither looked at nor kept. Absent where there were none. */
            trailing_bytes?: {
                [key: string]: number;
            };
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["CreateDocumentFromSidesResultCode"];
        };
        CreateDocumentFromSidesRequest: {
            /**
             * Format: byte
             * @description Picture of one side of the card. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 10 MiB once decoded.
             */
            image1: File;
            /** @description Name of the file. It is neither used nor kept. */
            name1?: string;
            /**
             * Format: byte
             * @description Picture of the other side of the card. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 10 MiB once decoded.
             */
            image2: File;
            /** @description Name of the file. It is neither used nor kept. */
            name2?: string;
            /** @description Id of the person in your own system. It is kept as it is, and data can be exported and erased by it. */
            external_person_id?: string;
            /** @description Your own reference to the person's consent. It is kept, exported and erased with the data. */
            consent_reference?: string;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        StartChipChallengeResultCode: 200;
        StartChipChallengeAnswer: {
            /** @description Id of the challenge, for `active_authentication.challenge_id`. */
            challenge_id: string;
            /** @description The 8 bytes for the chip, as Base64 text. */
            challenge: string;
            /** @description The same 8 bytes as 16 hexadecimal digits, as APDUs are written. */
            challenge_hex: string;
            /** @description When it is over, as ISO 8601 in UTC. */
            expires_at: string;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["StartChipChallengeResultCode"];
        };
        StartChipChallengeRequest: Record<string, never>;
        ChipSessionChallenge: {
            /** @description The 8 bytes for INTERNAL AUTHENTICATE, as Base64 text. */
            challenge: string;
            /** @description The same 8 bytes as 16 hexadecimal digits. */
            challenge_hex: string;
        };
        ChipSessionAgreement: {
            /** @description The protocol that the chip offers in DG14, such as `0.4.0.127.0.7.2.2.3.2.2`. */
            oid: string;
            /** @description The number of the key of the chip; null where it has but one. */
            key_id: number | null;
            /** @description The key of the server for this session, as the chip takes it (a point, or a number), as Base64 text. */
            public_key: string;
            /** @description One whole command under the keys that only the chip and the server then have, as Base64 text. */
            command: string;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        OpenChipSessionResultCode: 200;
        OpenChipSessionAnswer: {
            /** @description Id of the session, for `chip_session.session_id`. */
            session_id: string;
            /** @description When it is over, as ISO 8601 in UTC. */
            expires_at: string;
            /** @description For a chip with DG15. */
            active_authentication: components["schemas"]["ChipSessionChallenge"];
            /** @description Null where DG14 was not sent, or offers no key that the server knows. */
            chip_authentication: components["schemas"]["ChipSessionAgreement"] | null;
            /** @description How many bytes of a file follow the end of what it holds, by the field that carried the file. They were cut off, and neither looked at nor kept. Absent where there were none. */
            trailing_bytes?: {
                [key: string]: number;
            };
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["OpenChipSessionResultCode"];
        };
        OpenChipSessionRequest: {
            /**
             * Format: byte
             * @description EF.DG14, as the chip has it. Without it there is active authentication alone. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 64 KiB once decoded.
             */
            dg14?: File;
        };
        /**
         * @description Whether a state signed the chip. Only `trusted` is proof: a certificate of the trust store stands for the signer. `unknown-anchor`: the chip is whole, but nobody that this server trusts stands for its signer. `revoked` and `expired`: the certificate of the signer was withdrawn, or was not valid. `broken`: it is not what was signed; nothing was kept.
         * @enum {string}
         */
        ChipAuthenticity: "trusted" | "unknown-anchor" | "revoked" | "expired" | "broken";
        /**
         * @description Whether the chip is a copy. `genuine`: it has the private key whose public half is signed in DG15 (active authentication) or DG14 (chip authentication). `copy`: it was asked for one and does not have it. `not-asked`: no response was sent, or the chip has no such key; the files may come from anywhere.
         * @enum {string}
         */
        ChipCopy: "genuine" | "copy" | "not-asked";
        ChipCertificate: {
            /** @description Country of the subject, two letters; empty where it names none. */
            country: string;
            /** @description Whom it was issued to. */
            subject: string;
            /** @description Who issued it. */
            issuer: string;
            /** @description Serial number, in hexadecimal digits. */
            serial_number: string;
            /** @description SHA-256 of the certificate, in hexadecimal digits. */
            sha256: string;
            /** @description Since when it is valid, as ISO 8601 in UTC. */
            not_before: string;
            /** @description Until when it is valid, as ISO 8601 in UTC. */
            not_after: string;
        };
        ChipSignature: {
            /** @description Algorithm by which the files are hashed. */
            hash: string;
            /** @description Algorithm of the signature. */
            algorithm: string;
            /** @description Kind and size of the key of the signer. */
            key: string;
            /** @description When it was signed, where the signature says so. */
            signed_at?: string;
            /** @description Version of the data structure, where it says so. */
            lds_version?: string;
        };
        ChipData: {
            /** @description Place of residence. */
            address: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            addressconf: string;
            /** @description Birth date, DD/MM/YYYY; the year alone, YYYY, where the document has no more. */
            birthday: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            birthdayconf: string;
            /** @description Identifying marks. */
            characteristic: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            characteristicconf: string;
            /** @description Identifying marks: the same as `characteristic`, under the other name of the specification. */
            characteristics: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            characteristicsconf: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            characteristics_conf: string;
            /** @description Issuing country, three letters. */
            country: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            countryconf: string;
            /** @description Ethnic group. */
            ethnicity: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            ethnicityconf: string;
            /** @description Expiry date, DD/MM/YYYY, or `Không thời hạn`. */
            expiry: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            expiryconf: string;
            /** @description Place of origin; on a card of 2024 where the birth was registered, on a passport the place of birth. */
            hometown: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            hometownconf: string;
            /** @description Number of the document; of a passport the passport number. */
            id: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            idconf: string;
            /** @description Issuing authority, spelled the same for every print of its name. */
            issue_by: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            issue_by_conf: string;
            /** @description Issue date, DD/MM/YYYY. */
            issue_date: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            issue_date_conf: string;
            /** @description Full name in capitals. */
            name: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            nameconf: string;
            /** @description Nationality. */
            national: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            nationalconf: string;
            /** @description The number of the card before this one; of a passport the personal number. */
            optional_data: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            optional_dataconf: string;
            /** @description Type of the passport, as its machine-readable zone says it: `P`. */
            passport_type: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            passport_typeconf: string;
            /** @description Religion. */
            religion: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            religionconf: string;
            /** @description Sex: `Nam` or `Nữ`. */
            sex: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            sexconf: string;
            /** @description Name of the father. Only chips have it; empty where it has none. */
            father_name: string;
            /** @description Name of the mother. Only chips have it; empty where it has none. */
            mother_name: string;
            /** @description Name of the husband or wife. Only chips have it; empty where it has none. */
            spouse_name: string;
            /** @description Number of the card before this one. Only chips have it; empty where it has none. */
            old_id: string;
            /** @description Other names of the person, separated by semicolons. Only chips have it; empty where it has none. */
            other_names: string;
            /** @description Telephone number. Only chips have it; empty where it has none. */
            telephone: string;
            /** @description Profession. Only chips have it; empty where it has none. */
            profession: string;
            /** @description Title of the person. Only chips have it; empty where it has none. */
            title: string;
            /** @description Kind of the document: `CHIP ID`, `CC` or `PASSPORT`; empty for a card of another country. */
            document: string;
            /** @description The kind more exactly: `cccd-chip`, `can-cuoc`, `passport-new`, `foreign-td1` or `foreign-td3`. */
            document_version: string;
            /** @description The build that read the document: version of the server and of the network that reads text. */
            server_tag: string;
            /** @description The sources that agree on each value, by the name of its field. The first of them gave the value: `ocr` is printed text, `qr` a QR code or barcode, `mrz` a machine-readable zone, `chip` the chip that was attached. `prior` stands last where the print left letters open, and known places, names or beginnings of numbers chose among those that were seen. */
            source: {
                [key: string]: components["schemas"]["Source"][];
            };
            /** @description The file of the chip that says each value, by the name of its field: `dg1`, `dg13` and so on. */
            data_group: {
                [key: string]: string;
            };
        };
        ChipPortrait: {
            /** @description The portrait as JPEG, as Base64 text. */
            content: string;
            /**
             * Format: int32
             * @description Width in pixels.
             */
            width: number;
            /**
             * Format: int32
             * @description Height in pixels.
             */
            height: number;
            /** @description The format in the chip: `jpeg` or `jpeg2000`. */
            format: string;
        };
        ChipFile: {
            /** @description Name of the file, as it was sent. */
            name: string;
            /**
             * Format: int32
             * @description Size in bytes.
             */
            bytes: number;
            /** @description SHA-256 of the file, in hexadecimal digits. */
            sha256: string;
            /** @description Whether the signed list has a hash of it. */
            signed: boolean;
        };
        /**
         * Format: int32
         * @description The outcome; 200 is success.
         * @enum {integer}
         */
        CreateChipDocumentResultCode: 200 | 120 | 124 | 143 | 102 | 109;
        CreateChipDocumentAnswer: {
            /**
             * @description Always `chip-document`.
             * @constant
             */
            document_type: "chip-document";
            /** @description Id of the chip document. Where nothing was kept, it only names the answer. */
            id: string;
            /** @description The document made of pictures that it belongs to. */
            document_id?: string;
            /** @description Ids of what was kept: the files of the chip as one, and the portrait. */
            linked_file_ids: string[];
            process_status: components["schemas"]["ProcessStatus"];
            authenticity?: components["schemas"]["ChipAuthenticity"];
            /** @description What that means, in a sentence or two, for people who decide. Absent where the chip was not judged. */
            authenticity_text?: string;
            copy?: components["schemas"]["ChipCopy"];
            /** @description The certificate that signed the chip. Absent where it could not be read. */
            signer?: components["schemas"]["ChipCertificate"];
            /** @description The certificate of the trust store that the chain ends in. Absent where there is none. */
            anchor?: components["schemas"]["ChipCertificate"];
            /** @description All certificates from the signer to the anchor. */
            chain: components["schemas"]["ChipCertificate"][];
            /** @description How the chip is signed. Absent where that could not be read. */
            signature?: components["schemas"]["ChipSignature"];
            /** @description What the chip says and, where it belongs to a document, what was read in its pictures. Absent where nothing was kept. */
            recognized_data?: components["schemas"]["ChipData"];
            /** @description The portrait of DG2. Absent where it was not sent, or nothing was kept. */
            portrait?: components["schemas"]["ChipPortrait"];
            /** @description The files that were sent. */
            data_groups: components["schemas"]["ChipFile"][];
            /** @description What speaks against the document, as text. */
            warning: string[];
            /** @description The code of each warning, in the same order: 109 (the chip is of another person than the pictures), 121 (nobody trusted stands for the signer), 122 (the signer was revoked), 123 (the signer was not valid), 124 (the chip is a copy), 125 (the chip contradicts the pictures), 126 (the document has expired), 127 (files of the chip contradict each other). */
            warning_code: number[];
            /** @description Every check that was made, in the order in which they were made. */
            checks: components["schemas"]["Check"][];
            /** @description How many bytes of a file follow the end of what it holds, by the field that carried the file. They were cut off, and neither looked at nor kept. Absent where there were none. */
            trailing_bytes?: {
                [key: string]: number;
            };
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["CreateChipDocumentResultCode"];
        };
        ActiveAuthentication: {
            /** @description `challenge_id` of `POST /chip-documents/challenge`. */
            challenge_id: string;
            /**
             * Format: byte
             * @description What the chip answered to INTERNAL AUTHENTICATE. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 1 KiB once decoded.
             */
            response: File;
        };
        ChipSessionAnswers: {
            /** @description `session_id` of `POST /chip-sessions`. */
            session_id: string;
            /**
             * Format: byte
             * @description What the chip answered to INTERNAL AUTHENTICATE. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 1 KiB once decoded.
             */
            active_response?: File;
            /**
             * Format: byte
             * @description What the chip answered to `command`: data and both bytes of the status. Needs `dg14`. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 1 KiB once decoded.
             */
            chip_response?: File;
        };
        CreateChipDocumentRequest: {
            /**
             * Format: byte
             * @description EF.SOD: the signed hashes of all files, with tag 77. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 64 KiB once decoded.
             */
            sod: File;
            /**
             * Format: byte
             * @description EF.DG1: the machine-readable zone. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 64 KiB once decoded.
             */
            dg1: File;
            /**
             * Format: byte
             * @description EF.COM: which files the chip has. It is not signed. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 64 KiB once decoded.
             */
            com?: File;
            /**
             * Format: byte
             * @description EF.DG2: the portrait. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 1 MiB once decoded.
             */
            dg2?: File;
            /**
             * Format: byte
             * @description EF.DG3: fingerprints. They are checked against their signature and kept, and never looked at. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 1 MiB once decoded.
             */
            dg3?: File;
            /**
             * Format: byte
             * @description EF.DG4: irises. They are checked and kept, and never looked at. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 1 MiB once decoded.
             */
            dg4?: File;
            /**
             * Format: byte
             * @description EF.DG5: the portrait as it is displayed. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 1 MiB once decoded.
             */
            dg5?: File;
            /**
             * Format: byte
             * @description EF.DG6, which is reserved. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 1 MiB once decoded.
             */
            dg6?: File;
            /**
             * Format: byte
             * @description EF.DG7: the signature of the holder as it is displayed. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 1 MiB once decoded.
             */
            dg7?: File;
            /**
             * Format: byte
             * @description EF.DG8. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 64 KiB once decoded.
             */
            dg8?: File;
            /**
             * Format: byte
             * @description EF.DG9. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 64 KiB once decoded.
             */
            dg9?: File;
            /**
             * Format: byte
             * @description EF.DG10. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 64 KiB once decoded.
             */
            dg10?: File;
            /**
             * Format: byte
             * @description EF.DG11: details of the person. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 64 KiB once decoded.
             */
            dg11?: File;
            /**
             * Format: byte
             * @description EF.DG12: details of the document. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 64 KiB once decoded.
             */
            dg12?: File;
            /**
             * Format: byte
             * @description EF.DG13: what each state likes; on the Vietnamese card all that is printed on it, parents, spouse and the old number. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 64 KiB once decoded.
             */
            dg13?: File;
            /**
             * Format: byte
             * @description EF.DG14: what the chip can do; with `chip_session` the file that the session was opened with. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 64 KiB once decoded.
             */
            dg14?: File;
            /**
             * Format: byte
             * @description EF.DG15: the public key of the chip, which active authentication needs. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 64 KiB once decoded.
             */
            dg15?: File;
            /**
             * Format: byte
             * @description EF.DG16: people to notify. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 64 KiB once decoded.
             */
            dg16?: File;
            /** @description The proof that the chip is no copy by a challenge alone. */
            active_authentication?: components["schemas"]["ActiveAuthentication"];
            /** @description The proof that the chip is no copy by a session, in the place of `active_authentication`. Without either `copy` is `not-asked`. */
            chip_session?: components["schemas"]["ChipSessionAnswers"];
            /** @description Id of a document made of pictures (`/kyc-documents-sync`, `/kyc-documents-sides`) that the chip belongs to. Where the chip names no person, it is of the person of that document. */
            document_id?: string;
            /** @description Id of the person in your own system. It is kept as it is, and data can be exported and erased by it. */
            external_person_id?: string;
            /** @description Your own reference to the person's consent. It is kept, exported and erased with the data. */
            consent_reference?: string;
        };
        EvidenceSignature: {
            /**
             * @description Algorithm of the signature.
             * @constant
             */
            alg: "Ed25519";
            /** @description RFC 7638 thumbprint of the key, one of `GET /receipts/keys`. */
            kid: string;
            /** @description The public key as Base64url text. */
            x: string;
            /** @description The signature over `evidence` in the form of RFC 8785, as Base64url text. */
            value: string;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        ChipEvidenceResultCode: 200;
        ChipEvidenceAnswer: {
            /** @description What is signed: hashes of the files, certificates, judgement, exchange, receipt, confirmations. */
            evidence: {
                [key: string]: unknown;
            };
            /** @description Signature of the evidence. */
            signature: components["schemas"]["EvidenceSignature"];
            /** @description The files of the chip as Base64 text, by name; `evidence.files` has the hash of each. */
            files: {
                [key: string]: string;
            };
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["ChipEvidenceResultCode"];
        };
        ChipConfirmation: {
            /** @description Id of the entry. */
            id: string;
            /** @description When you reported it, as ISO 8601 in UTC. */
            received_at: string;
            /** @description Who answered. */
            authority: string;
            result: components["schemas"]["ChipConfirmationResult"];
            /** @description Their reference. */
            reference?: string;
            /** @description When they answered, as you wrote it. */
            answered_at?: string;
            /** @description What else they said. */
            details?: string;
        };
        /**
         * @description What they answered: the document is theirs, it is not, or they cannot say.
         * @enum {string}
         */
        ChipConfirmationResult: "confirmed" | "refused" | "not-known";
        /**
         * Format: int32
         * @description The outcome; 200 is success.
         * @enum {integer}
         */
        ConfirmChipResultCode: 200 | 102;
        ConfirmChipAnswer: {
            /** @description What was recorded. Absent where the chip is unknown. */
            confirmation?: components["schemas"]["ChipConfirmation"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["ConfirmChipResultCode"];
        };
        ConfirmChipRequest: {
            /** @description Who answered. */
            authority: string;
            result: components["schemas"]["ChipConfirmationResult"];
            /** @description Their reference. */
            reference?: string;
            /** @description When they answered, as ISO 8601. */
            answered_at?: string;
            /** @description What else they said. */
            details?: string;
        };
        LicenceClassRow: {
            /** @description Name of the class; empty where it could not be read. */
            class_name: string;
            /** @description Day on which the test for the class was passed, DD/MM/YYYY. */
            class_date: string;
            /** @description How sure it is that both are right: a number from 0 to 1, as text. */
            class_conf: string;
        };
        LicenceData: {
            /** @description Place of residence. */
            address: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            addressconf: string;
            /** @description Birth date, DD/MM/YYYY; the year alone, YYYY, where the licence has no more. */
            birthday: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            birthdayconf: string;
            /** @description Classes of the licence, such as `B2` or `A1, B2`, under their names of before or since 2025. */
            class_type: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            class_type_conf: string;
            /** @description Expiry date, DD/MM/YYYY, or `Không thời hạn`. */
            expiry: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            expiryconf: string;
            /** @description Number of the licence. */
            id: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            idconf: string;
            /** @description Issue date, DD/MM/YYYY. */
            issue_date: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            issue_date_conf: string;
            /** @description Place of issue: the town before the date of issue, on a card of 2025 the office. */
            issue_place: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            issue_place_conf: string;
            /** @description Full name in capitals. */
            name: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            nameconf: string;
            /** @description Nationality. */
            nationality: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            nationalityconf: string;
            /** @description Serial number of the blank card, on the back. */
            seri_id: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            seri_id_conf: string;
            /** @description The classes on the back, one for each row, from top to bottom. */
            back_side_info: components["schemas"]["LicenceClassRow"][];
            /** @description Kind of the licence: `GPLX` on paper, `GPLX PET` on plastic; empty where none was found. */
            document: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            documentconf: string;
            /** @description The kind more exactly: `licence-paper`, `licence-pet` or `licence-2025`. */
            document_version: string;
            /** @description Side of the licence: `0` for a front, `1` for a back. */
            id_type: string;
            /** @description How reliable the picture is: a bracketed list. The lower the first number, from 0 to 1, the likelier the picture shows a screen, glare or blur, or the document is forged. A high number does not rule out a screen. A second number, -1.0, stands for a photocopy or a black-and-white print. */
            reliability: string;
            /** @description Signs of a forgery or of a poor picture, as text. They do not make the call fail. */
            warning: string[];
            /** @description The code of each warning, in the same order. Ours are 125 (the attached chip contradicts the document), 190 (a text or code was written into the picture), 196 (a code or zone contradicts the print), 197 (the picture does not show all of the page), 198 (one side was sent for both) and 199 (the portrait was pasted into the picture). */
            warning_code: number[];
            /** @description The build that read the document: version of the server and of the network that reads text. */
            server_tag: string;
            detected?: components["schemas"]["Detected"];
            detected_document?: components["schemas"]["DetectedDocument"];
            /** @description The sources that agree on each value, by the name of its field. The first of them gave the value: `ocr` is printed text, `qr` a QR code or barcode, `mrz` a machine-readable zone, `chip` the chip that was attached. `prior` stands last where the print left letters open, and known places, names or beginnings of numbers chose among those that were seen. */
            source: {
                [key: string]: components["schemas"]["Source"][];
            };
            /** @description Where each value was found, by the name of its field: one place for each line and each source, first those of the source that gave the value. A field without places was not found. */
            places: {
                [key: string]: components["schemas"]["Place"][];
            };
            /** @description Every page that was found, with its corners in its picture. */
            pages: components["schemas"]["SeenPage"][];
            /** @description Documents of other kinds beside it in the picture of this call, which were seen and are not answered; empty where there are none. */
            other_documents: components["schemas"]["SeenPage"][];
            /** @description Every check that was made, in the order in which they were made. */
            checks: components["schemas"]["Check"][];
        };
        /**
         * Format: int32
         * @description The outcome; 200 is success.
         * @enum {integer}
         */
        ReadDriverLicenseResultCode: 200 | 101 | 103 | 105;
        ReadDriverLicenseAnswer: {
            /** @description Id of the document. Where nothing was kept, it only names the answer. */
            id: string;
            /** @description Id of the picture; empty where it was not kept. */
            linked_file_ids: string[];
            /** @description What was read on the licence. */
            recognized_data: components["schemas"]["LicenceData"];
            /** @description How many bytes of a file follow the end of what it holds, by the field that carried the file. They were cut off, and neither looked at nor kept. Absent where there were none. */
            trailing_bytes?: {
                [key: string]: number;
            };
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["ReadDriverLicenseResultCode"];
        };
        ReadDriverLicenseRequest: {
            /**
             * Format: byte
             * @description Picture of one side of the licence. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 10 MiB once decoded.
             */
            content: File;
            /** @description Name of the file. It is neither used nor kept. */
            name?: string;
            /** @description Id of the person in your own system. It is kept as it is, and data can be exported and erased by it. */
            external_person_id?: string;
            /** @description Your own reference to the person's consent. It is kept, exported and erased with the data. */
            consent_reference?: string;
        };
        /** @description What was read in the zone. */
        TravelData: {
            /** @description Issuing country, three letters. */
            country: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            countryconf: string;
            /** @description Document number, as `/kyc-documents-sync` answers it: of a passport the passport number, of a Vietnamese card its twelve digits (the zone’s own document number is the last nine of them). */
            id: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            idconf: string;
            /** @description Passport number; empty for a card. */
            passport_id: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            passport_idconf: string;
            /** @description Birth date, DD/MM/YYYY. */
            birthday: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            birthdayconf: string;
            /** @description Expiry date, DD/MM/YYYY, or `Không thời hạn`. */
            expiry: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            expiryconf: string;
            /** @description Nationality, three letters. */
            national: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            nationalconf: string;
            /** @description Full name, without tones. */
            name: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            nameconf: string;
            /** @description Sex: `F` or `M`. */
            sex: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            sexconf: string;
            /** @description What else the zone says: of a Vietnamese passport the personal number of its holder. */
            optional_data: string;
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            optional_dataconf: string;
            /** @description Type of the zone: `TD1`, `TD2`, `TD3`, `MRVA` or `MRVB`; empty where none was found. */
            mrz_type: string;
            /** @description The lines of the zone from top to bottom, as long as its format has them, with `<` for a filler; a character is corrected only where a check digit proves it, or no other can stand there. Empty where no zone was found. */
            mrz_lines: string[];
            /** @description How sure the value is: a bracketed list of numbers from 0 to 1, one for each line of text; `[]` where nothing was read. */
            mrz_linesconf: string;
            detected?: components["schemas"]["Detected"];
            detected_document?: components["schemas"]["DetectedDocument"];
            /** @description The build that read the document: version of the server and of the network that reads text. */
            server_tag: string;
            /** @description Where each value was found, by the name of its field: one place for each line and each source, first those of the source that gave the value. A field without places was not found. */
            places: {
                [key: string]: components["schemas"]["Place"][];
            };
            /** @description Every page that was found, with its corners in its picture. */
            pages: components["schemas"]["SeenPage"][];
            /** @description Every check that was made, in the order in which they were made. */
            checks: components["schemas"]["Check"][];
        };
        /**
         * Format: int32
         * @description The outcome; 200 is success.
         * @enum {integer}
         */
        ReadMrzResultCode: 200 | 101;
        ReadMrzAnswer: {
            /**
             * @description Always `identity-proof`.
             * @constant
             */
            document_type: "identity-proof";
            /** @description Id of this answer. Nothing is kept under it. */
            id: string;
            /** @description Always empty, because nothing is kept. */
            linked_file_ids: string[];
            process_status: components["schemas"]["ProcessStatus"];
            recognized_data: components["schemas"]["TravelData"];
            /** @description How many bytes of a file follow the end of what it holds, by the field that carried the file. They were cut off, and neither looked at nor kept. Absent where there were none. */
            trailing_bytes?: {
                [key: string]: number;
            };
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["ReadMrzResultCode"];
        };
        ReadMrzRequest: {
            /**
             * Format: byte
             * @description Picture of the document. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 10 MiB once decoded.
             */
            content?: File;
            /** @description Name of the file. It is neither used nor kept. */
            name?: string;
            attachment?: components["schemas"]["Attachment"];
            /** @description Id of the person in your own system. It is kept as it is, and data can be exported and erased by it. */
            external_person_id?: string;
        };
        Representative: {
            /** @description Birth date of the representative, DD/MM/YYYY. Empty where it is not there. */
            birthday: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            birthday_conf: number;
            /** @description Current contact address of the representative. Empty where it is not there. */
            contact_address: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            contact_address_conf: number;
            /** @description Ethnic group of the representative. Empty where it is not there. */
            ethnicity: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            ethnicity_conf: number;
            /** @description Sex of the representative: `Nam` or `Nữ`. Empty where it is not there. */
            gender: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            gender_conf: number;
            /** @description Permanent residence of the representative. Empty where it is not there. */
            id_address: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            id_address_conf: number;
            /** @description Authority that issued the identity document. Empty where it is not there. */
            id_issue_at: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            id_issue_at_conf: number;
            /** @description Issue date of the identity document, DD/MM/YYYY. Empty where it is not there. */
            id_issue_date: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            id_issue_date_conf: number;
            /** @description Number of the identity document of the representative. Empty where it is not there. */
            id_number: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            id_number_conf: number;
            /** @description Kind of the identity document of the representative. Empty where it is not there. */
            id_type: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            id_type_conf: number;
            /** @description Full name of the legal representative. Empty where it is not there. */
            name: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            name_conf: number;
            /** @description Nationality of the representative. Empty where it is not there. */
            nationality: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            nationality_conf: number;
            /** @description Position of the representative, such as `Giám đốc`. Empty where it is not there. */
            title: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            title_conf: number;
            /** @description The same as `id_issue_at`, under the other name of the specification. */
            id_issued_at: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            id_issued_at_conf: number;
        };
        /** @enum {string} */
        CertificateSource: "ocr" | "text";
        BusinessData: {
            /** @description Charter capital in figures, as printed: `1.000.000.000 đồng`. Empty where it is not there. */
            authorized_capital: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            authorized_capital_conf: number;
            /** @description Number of the business: ten digits, or thirteen as `0123456789-001`; of a household the number of its certificate. Empty where it is not there. */
            business_code: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            business_code_conf: number;
            /** @description Address of the head office. Empty where it is not there. */
            company_address: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            company_address_conf: number;
            /** @description Name of the business in a foreign language. Empty where it is not there. */
            company_foreign_name: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            company_foreign_name_conf: number;
            /** @description Name of the business in Vietnamese. Empty where it is not there. */
            company_name: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            company_name_conf: number;
            /** @description Telephone number of the business. Empty where it is not there. */
            company_phone: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            company_phone_conf: number;
            /** @description Short name of the business. Empty where it is not there. */
            company_short_name: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            company_short_name_conf: number;
            /** @description E-mail address of the business. Empty where it is not there. */
            email: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            email_conf: number;
            /** @description Fax number of the business. Empty where it is not there. */
            fax: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            fax_conf: number;
            /** @description Date of the first registration, DD/MM/YYYY. Empty where it is not there. */
            first_register: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            first_register_conf: number;
            /** @description Head of the certificate: the office, the country and its motto. Empty where it is not there. */
            header: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            header_conf: number;
            /** @description Office that issued the certificate, as its head names it, without the country and its motto. Empty where it is not there. */
            issuing_office: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            issuing_office_conf: number;
            /** @description Par value of a share, as printed. Empty where it is not there. */
            par_value: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            par_value_conf: number;
            /** @description Number of all shares, as printed. Empty where it is not there. */
            total_shares: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            total_shares_conf: number;
            /** @description Website of the business. Empty where it is not there. */
            website: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            website_conf: number;
            /** @description Birth date of the representative, DD/MM/YYYY. Empty where it is not there. */
            birthday: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            birthday_conf: number;
            /** @description Current contact address of the representative. Empty where it is not there. */
            contact_address: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            contact_address_conf: number;
            /** @description Ethnic group of the representative. Empty where it is not there. */
            ethnicity: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            ethnicity_conf: number;
            /** @description Sex of the representative: `Nam` or `Nữ`. Empty where it is not there. */
            gender: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            gender_conf: number;
            /** @description Permanent residence of the representative. Empty where it is not there. */
            id_address: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            id_address_conf: number;
            /** @description Authority that issued the identity document. Empty where it is not there. */
            id_issue_at: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            id_issue_at_conf: number;
            /** @description Issue date of the identity document, DD/MM/YYYY. Empty where it is not there. */
            id_issue_date: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            id_issue_date_conf: number;
            /** @description Number of the identity document of the representative. Empty where it is not there. */
            id_number: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            id_number_conf: number;
            /** @description Kind of the identity document of the representative. Empty where it is not there. */
            id_type: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            id_type_conf: number;
            /** @description Full name of the legal representative. Empty where it is not there. */
            name: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            name_conf: number;
            /** @description Nationality of the representative. Empty where it is not there. */
            nationality: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            nationality_conf: number;
            /** @description Position of the representative, such as `Giám đốc`. Empty where it is not there. */
            title: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            title_conf: number;
            /** @description The same as `id_issue_at`, under the other name of the specification. */
            id_issued_at: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            id_issued_at_conf: number;
            /** @description What the certificate is of: `ENTERPRISE`, `BRANCH`, `REPRESENTATIVE OFFICE`, `BUSINESS LOCATION`, `HOUSEHOLD BUSINESS` or `COOPERATIVE`; empty where no certificate was found. */
            doc_type: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            doc_type_conf: number;
            /** @description Legal form of the business: `joint-stock`, `one-member`, `two-members`, `partnership`, `private`, `branch` or `office`; empty where it is not known. */
            legal_form: string;
            /** @description Day of the last registered change, DD/MM/YYYY. */
            date_of_change: string;
            /**
             * Format: double
             * @description How sure it is that the whole value is right, from 0 to 1; 0 where nothing was read.
             */
            date_of_change_conf: number;
            /** @description Every legal representative. The fields of the first also stand beside those of the company. */
            representatives: components["schemas"]["Representative"][];
            /** @description Where each value comes from, by the name of its field: `ocr` was read from a picture; `text` is written in the PDF, and its page shows the same. */
            source: {
                [key: string]: components["schemas"]["CertificateSource"];
            };
            detected?: components["schemas"]["Detected"];
            detected_document?: components["schemas"]["DetectedDocument"];
            /** @description Where each value was found, by the name of its field: one place for each line and each source, first those of the source that gave the value. A field without places was not found. */
            places: {
                [key: string]: components["schemas"]["Place"][];
            };
            /** @description Every page that was found, with its corners in its picture. */
            pages: components["schemas"]["SeenPage"][];
            /** @description Every check that was made, in the order in which they were made. */
            checks: components["schemas"]["Check"][];
            /** @description The build that read the document: version of the server and of the network that reads text. */
            server_tag: string;
        };
        /**
         * Format: int32
         * @description The outcome; 200 is success.
         * @enum {integer}
         */
        ReadBusinessRegistrationResultCode: 200 | 101 | 116 | 117 | 118 | 119;
        ReadBusinessRegistrationAnswer: {
            /** @description Id of the document. Where nothing was kept, it only names the answer. */
            id: string;
            /** @description Ids of the files; empty where none was kept. */
            linked_file_ids: string[];
            /** @description What was read on all pages. */
            recognized_data: components["schemas"]["BusinessData"];
            /** @description How many bytes of a file follow the end of what it holds, by the field that carried the file. They were cut off, and neither looked at nor kept. Absent where there were none. */
            trailing_bytes?: {
                [key: string]: number;
            };
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["ReadBusinessRegistrationResultCode"];
        };
        ReadBusinessRegistrationRequest: {
            /** @description One PDF, or pictures of the pages. Up to 30 files, at most 32 MiB each; repeat the field for each. */
            files: string[];
            /** @description The same as `selected_pages` in the query; send it once. */
            selected_pages?: string;
            /** @description The same as `external_person_id` in the query; send it once. */
            external_person_id?: string;
            /** @description The same as `consent_reference` in the query; send it once. */
            consent_reference?: string;
        };
        /**
         * Format: int32
         * @description The outcome; 200 is success.
         * @enum {integer}
         */
        VerifyVideoResultCode: 200 | 131 | 135 | 141;
        VerifyVideoAnswer: {
            /** @description Id of this answer. */
            id: string;
            /**
             * Format: double
             * @description How sure the server is that the face is genuine, from 0 to 1: as sure as its least sure check. Below 0.5 the `result_code` is 141. It is 0 where there was no face, or more than one.
             */
            probability: number;
            strength: components["schemas"]["Strength"];
            /**
             * Format: int32
             * @description How surely a person is there, from 0 to 100. Below 50 there is doubt: the verdict is `low` in `strength`. Below 20 it is refused. Absent where no evidence was weighed.
             */
            presence?: number;
            /** @description What each check adds to `presence`; checks that see one thing are held together. */
            presence_parts?: components["schemas"]["PresencePart"][];
            capture?: components["schemas"]["Capture"];
            /** @description What keeps the key: `strongbox`, `trusted-environment`, `secure-enclave` or `browser`. Absent without a key. */
            capture_device?: string;
            /** @description The app that has the key, with its version code where that is attested. */
            capture_app?: string;
            /** @description What Play Integrity said of the phone, such as `MEETS_STRONG_INTEGRITY`. Absent where it was not asked; rooted phones and emulators get no key. */
            capture_integrity?: string[];
            capture_reason?: components["schemas"]["CaptureReason"];
            /** @description Every check that was made, in the order in which they were made. */
            checks: components["schemas"]["Check"][];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["VerifyVideoResultCode"];
        };
        VerifyVideoRequest: {
            /**
             * Format: binary
             * @description The video: MP4, MOV, WebM, 3GP or AVI. At most 64 MiB.
             */
            file: string;
        };
        /**
         * @description Whether the face is that of a living person, and not of a picture or a screen.
         * @enum {string}
         */
        LivenessCheck: "face-genuine" | "face-not-genuine";
        /** @description How the live face is turned. */
        FaceAngle: {
            /**
             * Format: double
             * @description How far the chin is up, in degrees; negative where it is down.
             */
            Pitch: number;
            /**
             * Format: double
             * @description How far the head leans to the image's right, in degrees; negative to the left.
             */
            Roll: number;
            /**
             * Format: double
             * @description How far the nose points to the image's right, in degrees; negative to the left.
             */
            Yaw: number;
        };
        /**
         * Format: int32
         * @description The result: 2 where the faces match, 0 where they do not.
         * @enum {integer}
         */
        VerifyResult: 2 | 0;
        BlockListHit: {
            /** @description The block list, one of `block_lists`. */
            collection_id: string;
            /** @description The `id` of the registration there that the live face is like. */
            id: string;
            /** @description The `external_person_id` of that registration. */
            external_person_id: string;
            /**
             * Format: double
             * @description How alike the two faces are, in percent, on the scale of `sim` of face matching.
             */
            similarity: number;
            /**
             * Format: double
             * @description The similarity from which on a face counts as found there.
             */
            threshold: number;
        };
        /**
         * Format: int32
         * @description The outcome; 200 is success.
         * @enum {integer}
         */
        CompareFacesResultCode: 200 | 131 | 135 | 102 | 158;
        CompareFacesAnswer: {
            /** @description Whether the live face is genuine. Where it is `face-not-genuine`, the body holds this field and `checks`, and no other, not even `result_code`. */
            liveness_check?: components["schemas"]["LivenessCheck"];
            face_live_angle?: components["schemas"]["FaceAngle"];
            /** @description The face as `[left, top, right, bottom]`, in pixels of the upright image. */
            face_loc_card?: number[];
            /** @description The face as `[left, top, right, bottom]`, in pixels of the upright image. */
            face_loc_live?: number[];
            /**
             * Format: double
             * @description How alike both faces are, in percent. At 80, one pair of strangers in ten thousand is taken for one person.
             */
            sim?: number;
            /**
             * Format: double
             * @description Time that the comparison took, in seconds.
             */
            verification_time?: number;
            verify_result?: components["schemas"]["VerifyResult"];
            /** @description The result as text. */
            verify_result_text?: string;
            /** @description Our addition: where the live face was found among `block_lists`. Absent where it was not. */
            block_list?: components["schemas"]["BlockListHit"][];
            /** @description Every check that was made, in the order in which they were made. */
            checks?: components["schemas"]["Check"][];
            /** @description How many bytes of a file follow the end of what it holds, by the field that carried the file. They were cut off, and neither looked at nor kept. Absent where there were none. */
            trailing_bytes?: {
                [key: string]: number;
            };
            /** @description The outcome as text; `result_code` is the one to program against. */
            message?: string;
            result_code?: components["schemas"]["CompareFacesResultCode"];
        };
        CompareFacesRequest: {
            /**
             * Format: byte
             * @description Picture of the person before the camera. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 10 MiB once decoded.
             */
            image_live: File;
            /**
             * Format: byte
             * @description Picture of the identity card with its portrait. Required, unless `chip_document_id` is sent. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 10 MiB once decoded.
             */
            image_card?: File;
            /** @description Our addition: `id` of a chip document (`POST /chip-documents`), whose portrait is compared in place of a picture of the card. */
            chip_document_id?: string;
            /**
             * Format: double
             * @description Lowest similarity at which the faces match. It is a share from 0 to 1, or a percentage from 2 to 100: 0.8 and 80 are the same.
             * @default 80
             */
            similarity_threshold?: number;
            /**
             * Format: double
             * @description Lowest genuineness at which the live face counts as genuine. It is a share from 0 to 1, or a percentage from 2 to 100: 0.8 and 80 are the same.
             * @default 0.5
             */
            liveness_threshold?: number;
            /** @description Our addition: ids of collections of yours in which the face is searched. The answer says who was found there, which decides nothing alone. An unknown id is answered 158. */
            block_lists?: string[];
        };
        /**
         * Format: int32
         * @description The outcome; 200 is success.
         * @enum {integer}
         */
        SignCollectionIdResultCode: 200 | 138;
        SignCollectionIdAnswer: {
            /** @description The `id` of the request. */
            id: string;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["SignCollectionIdResultCode"];
        };
        SignCollectionIdRequest: {
            /** @description Id of the collection; you choose it. */
            id: string;
            /** @description Id of the person in your own system. It is kept as it is, and data can be exported and erased by it. */
            external_person_id: string;
        };
        FaceWarning: {
            kind: components["schemas"]["FaceWarningKind"];
            /** @description The block list in which the face was found. */
            collection_id?: string;
            /** @description The `id` of the registration that the face was compared with. */
            id: string;
            /** @description The `external_person_id` of that registration. */
            external_person_id: string;
            /**
             * Format: double
             * @description How alike the two faces are, in percent, on the scale of `sim` of face matching.
             */
            similarity: number;
            /**
             * Format: double
             * @description The similarity from which on `same-face` is reported, or below which `other-face` is.
             */
            threshold: number;
        };
        /**
         * @description `same-face`: one face under two ids. `other-face`: two faces under one id. `block-list`: the face is in one of `block_lists`.
         * @enum {string}
         */
        FaceWarningKind: "same-face" | "other-face" | "block-list";
        /**
         * Format: int32
         * @description The outcome; 200 is success.
         * @enum {integer}
         */
        RegisterFaceResultCode: 200 | 158 | 131 | 135 | 187 | 190 | 133 | 191 | 152 | 142;
        RegisterFaceAnswer: {
            /** @description The `external_person_id` of the request. */
            external_person_id: string;
            /** @description Id of the registration, which `delete` asks for. */
            id?: string;
            /** @description Id of the stored photo, which `delete` asks for. */
            file_id?: string;
            /** @description Our addition: what speaks against this registration. Absent where nothing does. */
            warnings?: components["schemas"]["FaceWarning"][];
            /** @description Every check that was made, in the order in which they were made. */
            checks?: components["schemas"]["Check"][];
            /** @description How many bytes of a file follow the end of what it holds, by the field that carried the file. They were cut off, and neither looked at nor kept. Absent where there were none. */
            trailing_bytes?: {
                [key: string]: number;
            };
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["RegisterFaceResultCode"];
        };
        /**
         * @description Our addition: what to do where the face is known under another id, the id with another face, or the face is in one of `block_lists`. `warn` registers it and says so in `warnings`, `refuse` answers 187 and registers nothing, `ignore` looks at block lists only, and registers.
         * @enum {string}
         */
        DuplicateRule: "warn" | "refuse" | "ignore";
        RegisterFaceRequest: {
            /** @description Id of the person in your own system. It is kept as it is, and data can be exported and erased by it. */
            external_person_id: string;
            /**
             * Format: byte
             * @description Photo of the person, by which they will be recognised. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 10 MiB once decoded.
             */
            reference_photo: File;
            /** @description Your own reference to the person's consent. It is kept, exported and erased with the data. */
            consent_reference?: string;
            /** @default warn */
            duplicates?: components["schemas"]["DuplicateRule"];
            /** @description Our addition: ids of collections of yours in which the face is searched. The answer says who was found there, which decides nothing alone. An unknown id is answered 158. */
            block_lists?: string[];
        };
        /**
         * Format: int32
         * @description The outcome; 200 is success.
         * @enum {integer}
         */
        IdentifyFaceResultCode: 200 | 158 | 131 | 135 | 141 | 159;
        IdentifyFaceAnswer: {
            /** @description The `external_person_id` under which the recognised person was registered. */
            external_person_id?: string;
            /** @description Id of the registration, which `delete` asks for. */
            id?: string;
            /** @description Id of the stored photo, which `delete` asks for. */
            file_id?: string;
            /**
             * Format: double
             * @description How sure it is, in percent, that nobody else in a collection of this size looks as much alike by chance.
             */
            confidence?: number;
            /**
             * Format: double
             * @description How much the face is like the registered photo, in percent, on the scale of `sim` of face matching.
             */
            similarity?: number;
            liveness_check?: components["schemas"]["LivenessCheck"];
            /** @description Every check that was made, in the order in which they were made. */
            checks?: components["schemas"]["Check"][];
            /** @description How many bytes of a file follow the end of what it holds, by the field that carried the file. They were cut off, and neither looked at nor kept. Absent where there were none. */
            trailing_bytes?: {
                [key: string]: number;
            };
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["IdentifyFaceResultCode"];
        };
        IdentifyFaceRequest: {
            /**
             * Format: byte
             * @description Picture of the person before the camera. Base64 text: standard or URL-safe alphabet, with or without a `data:` prefix, padding and line breaks. At most 10 MiB once decoded.
             */
            photo: File;
            /**
             * Format: double
             * @description Lowest genuineness at which the face counts as genuine. It is a share from 0 to 1, or a percentage from 2 to 100: 0.8 and 80 are the same.
             * @default 0.5
             */
            liveness_threshold?: number;
        };
        /**
         * Format: int32
         * @description The outcome; 200 is success.
         * @enum {integer}
         */
        DeleteFaceResultCode: 200 | 159 | 158;
        DeleteFaceAnswer: {
            /** @description The `id` of the request. */
            id: string;
            /** @description The `file_id` of the request. */
            file_id: string;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["DeleteFaceResultCode"];
        };
        DeleteFaceRequest: {
            /** @description The `id` that the registration answered. */
            id: string;
            /** @description The `file_id` that the registration answered. */
            file_id: string;
        };
        FaceDuplicate: {
            kind: components["schemas"]["DuplicateKind"];
            /** @description The `id` of the later registration. */
            id: string;
            /** @description The `external_person_id` of the later registration. */
            external_person_id: string;
            /** @description The `id` of the earlier registration. */
            other_id: string;
            /** @description The `external_person_id` of the earlier registration. */
            other_external_person_id: string;
            /**
             * Format: double
             * @description How alike the two faces are, in percent, on the scale of `sim` of face matching.
             */
            similarity: number;
            /**
             * Format: double
             * @description The similarity from which on `same-face` is reported, or below which `other-face` is.
             */
            threshold: number;
        };
        /**
         * @description `same-face`: one face under two ids. `other-face`: two faces under one id.
         * @enum {string}
         */
        DuplicateKind: "same-face" | "other-face";
        /**
         * Format: int32
         * @description The outcome; 200 is success.
         * @enum {integer}
         */
        FindDuplicatesResultCode: 200 | 158;
        FindDuplicatesAnswer: {
            /** @description What was found among the faces of this page. */
            duplicates?: components["schemas"]["FaceDuplicate"][];
            /**
             * Format: int32
             * @description How many faces this page looked at.
             */
            faces_searched?: number;
            /**
             * Format: double
             * @description How many pairs of strangers this page is expected to report as `same-face`, by the curve that `sim` stands for. The larger the collection, the more: raise the threshold, or look at each.
             */
            expected_by_chance?: number;
            /** @description For the next page; absent where there is none. */
            next_cursor?: string;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["FindDuplicatesResultCode"];
        };
        FindDuplicatesRequest: {
            /** @description Only the newest hundred faces of this person are looked at; without it, those of everybody. */
            external_person_id?: string;
            /**
             * Format: double
             * @description From this similarity on, faces under two ids are reported; what `identify` asks for in this collection, where it is left out. In percent, on the scale of `sim`.
             */
            similarity_threshold?: number;
            /**
             * Format: double
             * @description Below this similarity, faces under one id are reported; 40 where it is left out. In percent, on the scale of `sim`.
             */
            mismatch_threshold?: number;
            /**
             * Format: int32
             * @description How many faces one request looks at.
             * @default 50
             */
            limit?: number;
            /** @description `next_cursor` of the answer before. */
            cursor?: string;
        };
        /**
         * @description `running`: a server works on it, or will. `finished`: all was looked at. `stopped`: you ended it, or it had found 100,000 pairs, so that its threshold is too low.
         * @enum {string}
         */
        DuplicateSearchState: "running" | "finished" | "stopped";
        /**
         * Format: int32
         * @description The outcome; 200 is success.
         * @enum {integer}
         */
        StartDuplicateSearchResultCode: 200 | 158;
        StartDuplicateSearchAnswer: {
            /** @description Id of the search. */
            id?: string;
            state?: components["schemas"]["DuplicateSearchState"];
            /**
             * Format: int32
             * @description How many faces the collection had when the search began.
             */
            faces?: number;
            /**
             * Format: int32
             * @description How many of them were looked at so far.
             */
            faces_searched?: number;
            /**
             * Format: int32
             * @description How many pairs were found so far, those of faces that were removed since included.
             */
            found?: number;
            /**
             * Format: double
             * @description From this similarity on, faces under two ids are reported, in percent on the scale of `sim`.
             */
            similarity_threshold?: number;
            /**
             * Format: double
             * @description Below this similarity, faces under one id are reported, in percent on the scale of `sim`.
             */
            mismatch_threshold?: number;
            /**
             * Format: double
             * @description How many pairs of strangers the whole search is expected to report as `same-face`.
             */
            expected_by_chance?: number;
            /** @description When it began, in ISO 8601. */
            created_at?: string;
            /** @description When it ended, in ISO 8601; absent while it runs. */
            finished_at?: string;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["StartDuplicateSearchResultCode"];
        };
        StartDuplicateSearchRequest: {
            /**
             * Format: double
             * @description From this similarity on, faces under two ids are reported; what `identify` asks for in this collection, where it is left out. In percent, on the scale of `sim`.
             */
            similarity_threshold?: number;
            /**
             * Format: double
             * @description Below this similarity, faces under one id are reported; 40 where it is left out. In percent, on the scale of `sim`.
             */
            mismatch_threshold?: number;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        DuplicateSearchResultCode: 200;
        DuplicateSearchAnswer: {
            /** @description Id of the search. */
            id?: string;
            state?: components["schemas"]["DuplicateSearchState"];
            /**
             * Format: int32
             * @description How many faces the collection had when the search began.
             */
            faces?: number;
            /**
             * Format: int32
             * @description How many of them were looked at so far.
             */
            faces_searched?: number;
            /**
             * Format: int32
             * @description How many pairs were found so far, those of faces that were removed since included.
             */
            found?: number;
            /**
             * Format: double
             * @description From this similarity on, faces under two ids are reported, in percent on the scale of `sim`.
             */
            similarity_threshold?: number;
            /**
             * Format: double
             * @description Below this similarity, faces under one id are reported, in percent on the scale of `sim`.
             */
            mismatch_threshold?: number;
            /**
             * Format: double
             * @description How many pairs of strangers the whole search is expected to report as `same-face`.
             */
            expected_by_chance?: number;
            /** @description When it began, in ISO 8601. */
            created_at?: string;
            /** @description When it ended, in ISO 8601; absent while it runs. */
            finished_at?: string;
            /** @description One page of what was found, in the order of registration. */
            duplicates: components["schemas"]["FaceDuplicate"][];
            /** @description For the next page; absent where there is none. */
            next_cursor?: string;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["DuplicateSearchResultCode"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        StopDuplicateSearchResultCode: 200;
        StopDuplicateSearchAnswer: {
            /** @description Id of the search. */
            id?: string;
            state?: components["schemas"]["DuplicateSearchState"];
            /**
             * Format: int32
             * @description How many faces the collection had when the search began.
             */
            faces?: number;
            /**
             * Format: int32
             * @description How many of them were looked at so far.
             */
            faces_searched?: number;
            /**
             * Format: int32
             * @description How many pairs were found so far, those of faces that were removed since included.
             */
            found?: number;
            /**
             * Format: double
             * @description From this similarity on, faces under two ids are reported, in percent on the scale of `sim`.
             */
            similarity_threshold?: number;
            /**
             * Format: double
             * @description Below this similarity, faces under one id are reported, in percent on the scale of `sim`.
             */
            mismatch_threshold?: number;
            /**
             * Format: double
             * @description How many pairs of strangers the whole search is expected to report as `same-face`.
             */
            expected_by_chance?: number;
            /** @description When it began, in ISO 8601. */
            created_at?: string;
            /** @description When it ended, in ISO 8601; absent while it runs. */
            finished_at?: string;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["StopDuplicateSearchResultCode"];
        };
        StopDuplicateSearchRequest: Record<string, never>;
        FaceCollection: {
            /** @description Id of the collection, as it was registered. */
            id: string;
            /** @description Who registered it: the `external_person_id` of that request. */
            external_person_id: string;
            /**
             * Format: int32
             * @description How many faces it has.
             */
            faces: number;
            /** @description When it was registered, in ISO 8601. */
            created_at: string;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        ListCollectionsResultCode: 200;
        ListCollectionsAnswer: {
            /** @description One page of the collections. */
            collections: components["schemas"]["FaceCollection"][];
            /** @description For the next page; absent where there is none. */
            next_cursor?: string;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["ListCollectionsResultCode"];
        };
        RegisteredFace: {
            /** @description Id of the registration, which `delete` asks for. */
            id: string;
            /** @description Id of the stored photo, which `delete` asks for. */
            file_id: string;
            /** @description Under whom the face is registered. */
            external_person_id: string;
            /** @description When it was registered, in ISO 8601. */
            created_at: string;
            /** @description The `consent_reference` of the registration. */
            consent_reference?: string;
            /** @description The verification that registered it. */
            verification_id?: string;
        };
        /**
         * Format: int32
         * @description The outcome; 200 is success.
         * @enum {integer}
         */
        ListFacesResultCode: 200 | 158;
        ListFacesAnswer: {
            /** @description One page of the faces. */
            faces?: components["schemas"]["RegisteredFace"][];
            /**
             * Format: int32
             * @description How many faces the collection has, whatever is searched for.
             */
            total?: number;
            /** @description For the next page; absent where there is none. */
            next_cursor?: string;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["ListFacesResultCode"];
        };
        /** @description How much was erased, by kind of data. */
        Erased: {
            /**
             * Format: int32
             * @description Number of challenges.
             */
            challenges: number;
            /**
             * Format: int32
             * @description Number of frames of those challenges.
             */
            frames: number;
            /**
             * Format: int32
             * @description Number of fingerprints by which a frame would be recognised.
             */
            prints: number;
            /**
             * Format: int32
             * @description Number of documents, those of chips among them.
             */
            documents: number;
            /**
             * Format: int32
             * @description Number of pictures and files of chips of those documents, with what was read in them.
             */
            pictures: number;
            /**
             * Format: int32
             * @description Number of registered faces with their photos.
             */
            faces: number;
            /**
             * Format: int32
             * @description Number of collections that the person had registered. They stay, without the name of the person.
             */
            collections: number;
            /**
             * Format: int32
             * @description Number of verifications, with their attempts, events, links and deliveries.
             */
            verifications: number;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        ErasePersonResultCode: 200;
        ErasePersonAnswer: {
            /** @description The `external_person_id` of the request. */
            external_person_id: string;
            /** @description True where everything is gone. False where a part still waits for a store that is out of reach, or where new data came in meanwhile: call again. What waits is not found any more. */
            complete: boolean;
            removed: components["schemas"]["Erased"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["ErasePersonResultCode"];
        };
        ErasePersonRequest: {
            /** @description Id of the person in your own system. It is kept as it is, and data can be exported and erased by it. */
            external_person_id: string;
        };
        ExportedChallenge: {
            /** @description Id of the challenge. */
            id: string;
            /** @description Family of the challenge: `distance`, `nose`, `profile` or `light`. */
            family: string;
            /** @description When it was started, as ISO 8601 in UTC. */
            created_at: string;
            /** @description When it stops taking frames, as ISO 8601 in UTC. */
            expires_at: string;
            /** @description When it was judged, as ISO 8601 in UTC. Null before that. */
            closed_at: string | null;
            /** @description The `consent_reference` of the request that brought it; null without one. */
            consent_reference: string | null;
            /** @description What its start asked of the person: boxes, tasks and numbers of frames. */
            plan: unknown;
            /** @description The verdict; null where there is none. */
            verdict: components["schemas"]["ExportedVerdict"] | null;
        };
        ExportedVerdict: {
            /**
             * Format: int32
             * @description The `result_code` of the verdict.
             */
            result_code: number;
            /** @description The `message` of the verdict. */
            message: string;
            /** @description Every check that was made, in the order in which they were made. */
            checks: components["schemas"]["Check"][];
        };
        ExportedFrame: {
            /** @description Id of the frame. */
            id: string;
            /** @description Id of the challenge. */
            challenge_id: string;
            /** @description The task that the frame was sent for. */
            task: string;
            /** @description When it was taken, by the clock of the caller, as ISO 8601 in UTC. */
            taken_at: string;
            /** @description When it arrived, as ISO 8601 in UTC. */
            received_at: string;
            /** @description The `guidance` that the frame was answered with; null for frames of earlier versions. */
            guidance: string | null;
            /** @description Everything that was measured in the frame, with face mesh and face vector. */
            seen: unknown;
            /** @description The file as Base64 text; null where it is not kept any more. */
            content: string | null;
        };
        ExportedPrint: {
            /** @description Id of the fingerprint. */
            id: string;
            /** @description Id of the challenge. */
            challenge_id: string;
            /** @description When the frame arrived, as ISO 8601 in UTC. */
            seen_at: string;
            /** @description The fingerprint of the frame, as Base64 text. */
            print: string;
        };
        ExportedDocument: {
            /** @description Id of the document. */
            id: string;
            /** @description What it was read as: an identity document, a driving licence, or `chip` for the chip of one. */
            kind: string;
            /** @description When it was created, as ISO 8601 in UTC. */
            created_at: string;
            /** @description The `consent_reference` of the request that brought it; null without one. */
            consent_reference: string | null;
        };
        ExportedPicture: {
            /** @description Id of the picture. */
            id: string;
            /** @description Id of the document. */
            document_id: string;
            /**
             * Format: int32
             * @description Place of the picture among those of its document.
             */
            number: number;
            /** @description When it arrived, as ISO 8601 in UTC. */
            received_at: string;
            /** @description When its file was removed, as ISO 8601 in UTC. Null where it is still kept. */
            file_removed_at: string | null;
            /** @description Everything that was read in the picture. */
            reading: unknown;
            /** @description The file as Base64 text; null where it is not kept any more. */
            content: string | null;
        };
        ExportedConfirmation: {
            /** @description Id of the confirmation. */
            id: string;
            /** @description Id of the document. */
            document_id: string;
            /** @description When it was recorded, as ISO 8601 in UTC. */
            received_at: string;
            /** @description What the authority answered, as it was recorded. */
            answer: unknown;
        };
        ExportedFace: {
            /** @description Id of the registration. */
            id: string;
            /** @description Id of the collection. */
            collection_id: string;
            /** @description Id of the stored photo. */
            file_id: string;
            /** @description Name and version of the network that made the vector. */
            embedder: string;
            /** @description When it was registered, as ISO 8601 in UTC. */
            created_at: string;
            /** @description The `consent_reference` of the request that brought it; null without one. */
            consent_reference: string | null;
            /** @description The numbers by which the face is recognised. */
            vector: number[];
            /** @description The file as Base64 text; null where it is not kept any more. */
            content: string | null;
        };
        ExportedDuplicate: {
            /** @description Id of the find. */
            id: string;
            /** @description The face of the person. */
            face_id: string;
            /** @description `same-face`: another id has this face. `other-face`: the id has another face. */
            kind: string;
            /**
             * Format: double
             * @description How alike the two faces are, in percent.
             */
            similarity: number;
            /** @description When the search began, as ISO 8601 in UTC. */
            searched_at: string;
        };
        ExportedCollection: {
            /** @description Id of the collection. */
            id: string;
            /** @description When it was registered, as ISO 8601 in UTC. */
            created_at: string;
        };
        ExportedVerification: {
            /** @description Id of the verification. */
            id: string;
            /** @description Its policy. */
            policy: string;
            /**
             * Format: int32
             * @description The version of the policy that it was started with.
             */
            policy_version: number;
            /** @description Its state. */
            state: string;
            /** @description True where a test key made it. */
            is_test: boolean;
            /** @description When it was created, as ISO 8601 in UTC. */
            created_at: string;
            /** @description Until when the person could go on, as ISO 8601 in UTC. */
            expires_at: string;
            /** @description When it came to an end, as ISO 8601 in UTC. Null before that. */
            finished_at: string | null;
            /** @description The `consent_reference` of the request that brought it; null without one. */
            consent_reference: string | null;
            /** @description What was asked beside the above: expected data, metadata, locale. */
            request: unknown;
        };
        ExportedAttempt: {
            /** @description Id of the attempt. */
            id: string;
            /** @description Id of the verification. */
            verification_id: string;
            /** @description The step that was tried. */
            step: string;
            /** @description How it went. */
            outcome: string;
            /** @description Id of the document or challenge that it made; null for none. */
            subject_id: string | null;
            /** @description The `result_code` that it was answered; null while it is open. */
            result_code: number | null;
            /** @description When it was begun, as ISO 8601 in UTC. */
            begun_at: string;
            /** @description When it was over, as ISO 8601 in UTC. Null while it is open. */
            ended_at: string | null;
            /** @description What was found. */
            findings: unknown;
        };
        ExportedEvent: {
            /** @description Id of the event. */
            id: string;
            /** @description Id of the verification. */
            verification_id: string;
            /**
             * Format: int32
             * @description Its place among the events of the verification.
             */
            sequence: number;
            /** @description What happened. */
            type: string;
            /** @description Who did it: `organisation`, `person`, `server` or `reviewer`. */
            actor: string;
            /** @description When, as ISO 8601 in UTC. */
            at: string;
            /** @description What belongs to it, such as the verdict. */
            data: unknown;
        };
        ExportedNote: {
            /** @description Id of the note. */
            id: string;
            /** @description Id of the verification. */
            verification_id: string;
            /** @description Who wrote it. */
            author: string;
            /** @description When it was written, as ISO 8601 in UTC. */
            at: string;
            /** @description What was written, as `text`. */
            note: {
                [key: string]: unknown;
            };
        };
        ExportedLink: {
            /** @description Id of the link. */
            id: string;
            /** @description Id of the verification. */
            verification_id: string;
            /** @description `organisation`, or `person` for a hand-over to another device. */
            made_by: string;
            /** @description When it was made, as ISO 8601 in UTC. */
            created_at: string;
            /** @description Until when it was good, as ISO 8601 in UTC. */
            expires_at: string;
            /** @description When it was used, as ISO 8601 in UTC. Null where it was not. */
            used_at: string | null;
            /** @description When it was ended, as ISO 8601 in UTC. Null where it was not. */
            ended_at: string | null;
        };
        ExportedToken: {
            /** @description Id of the token. */
            id: string;
            /** @description Id of the verification. */
            verification_id: string;
            /** @description When it was made, as ISO 8601 in UTC. */
            created_at: string;
            /** @description Until when it was good, as ISO 8601 in UTC. */
            expires_at: string;
            /** @description When it was ended, as ISO 8601 in UTC. Null where it was not. */
            ended_at: string | null;
        };
        ExportedDelivery: {
            /** @description Id of the delivery. */
            id: string;
            /** @description Id of the verification. */
            verification_id: string;
            /** @description Id of the event. */
            event_id: string;
            /** @description Id of the endpoint. */
            endpoint_id: string;
            /** @description `waiting`, `delivered` or `given-up`. */
            state: string;
            /**
             * Format: int32
             * @description How often it was tried.
             */
            attempts: number;
            /** @description When it was put in the outbox, as ISO 8601 in UTC. */
            created_at: string;
            /** @description When it was delivered or given up, as ISO 8601 in UTC. Null while it waits. */
            finished_at: string | null;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        ExportPersonResultCode: 200;
        ExportPersonAnswer: {
            /** @description The `external_person_id` of the request. */
            external_person_id: string;
            /** @description Liveness challenges of the person. */
            challenges: components["schemas"]["ExportedChallenge"][];
            /** @description Frames of those challenges. */
            frames: components["schemas"]["ExportedFrame"][];
            /** @description Fingerprints by which a frame would be recognised when it is sent again. */
            prints: components["schemas"]["ExportedPrint"][];
            /** @description Documents of the person. */
            documents: components["schemas"]["ExportedDocument"][];
            /** @description Pictures of those documents; of a chip its files, one after another, and its portrait. */
            pictures: components["schemas"]["ExportedPicture"][];
            /** @description What authorities answered about chips of the person. */
            confirmations: components["schemas"]["ExportedConfirmation"][];
            /** @description Registered faces, in all collections. */
            faces: components["schemas"]["ExportedFace"][];
            /** @description What searches for duplicates found of those faces. */
            duplicates: components["schemas"]["ExportedDuplicate"][];
            /** @description Collections that were registered in the name of the person. */
            collections: components["schemas"]["ExportedCollection"][];
            /** @description Verifications of the person. */
            verifications: components["schemas"]["ExportedVerification"][];
            /** @description Attempts at the steps of those verifications. */
            attempts: components["schemas"]["ExportedAttempt"][];
            /** @description Events of them. */
            events: components["schemas"]["ExportedEvent"][];
            /** @description Notes that reviewers wrote about them. */
            notes: components["schemas"]["ExportedNote"][];
            /** @description Links to them; of each only a hash is kept, which is not exported. */
            links: components["schemas"]["ExportedLink"][];
            /** @description Tokens that links were exchanged for; of each only a hash is kept. */
            tokens: components["schemas"]["ExportedToken"][];
            /** @description Events that were sent to your endpoints, or wait to be. */
            deliveries: components["schemas"]["ExportedDelivery"][];
            /** @description There is more data: send this with the next request. Absent in the last answer. */
            more?: string;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["ExportPersonResultCode"];
        };
        ExportPersonRequest: {
            /** @description Id of the person in your own system. It is kept as it is, and data can be exported and erased by it. */
            external_person_id: string;
            /** @description The `more` of the previous answer; absent in the first request. */
            more?: string;
        };
        OrganisationKeptHours: {
            /** @description How long: pictures of documents, from when they came. Null where nothing removes it by itself. */
            pictures: number | null;
            /** @description How long: frames of challenges, from their end. Null where nothing removes it by itself. */
            face_pictures: number | null;
            /** @description How long: what was read, from when the document was made. Null where nothing removes it by itself. */
            data: number | null;
        };
        FileLimits: {
            /**
             * Format: int32
             * @description Largest picture, in bytes: SELFSAME_IMAGE_LIMIT.
             */
            image_bytes: number;
            /**
             * Format: int32
             * @description Largest PDF, in bytes: SELFSAME_PDF_LIMIT.
             */
            pdf_bytes: number;
            /**
             * Format: int32
             * @description Largest video, in bytes: SELFSAME_VIDEO_LIMIT.
             */
            video_bytes: number;
        };
        /** @description The API key that was used. */
        UsedApiKey: {
            /** @description Id of the key, as the audit trail and `selfsame api-key list` name it. */
            id: string;
            /** @description Name that the operator gave the key. */
            name: string;
            /** @description What the key may be used for. */
            scopes: string[];
            /** @description Whether it is a key of the sandbox. */
            is_test: boolean;
            /** @description When the key expires, as ISO 8601 in UTC. Null where it does not. */
            expires_at: string | null;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        OrganisationResultCode: 200;
        OrganisationAnswer: {
            /** @description Name of the organisation that the credentials belong to. */
            name: string;
            /** @description Version of the server. */
            version: string;
            /** @description Whether mirrored frames are expected in the profile challenge, unless its start says otherwise: what `selfsame org mirrored` sets for the organisation, or else the setting SELFSAME_MIRRORED_FRAMES. */
            mirrored_frames: boolean;
            /**
             * Format: int64
             * @description What the organisation stores: its files, what was read in them, and 1 KiB for each record.
             */
            storage_used_bytes: number;
            /** @description What it may store; more is refused with 507. `selfsame org storage` sets it for the organisation, SELFSAME_STORAGE_LIMIT for all. Null where there is no limit. */
            storage_limit_bytes: number | null;
            /** @description How long each is kept, in hours; `selfsame retention` sets it for the organisation. */
            kept_hours: components["schemas"]["OrganisationKeptHours"];
            /** @description The largest files that this server takes: what is larger need not be sent. */
            file_limits: components["schemas"]["FileLimits"];
            /** @description Port of the caller’s own machine on which `selfsame chip bridge` may let the studio read cards: SELFSAME_CHIP_BRIDGE_PORT. Null where it is not set. */
            chip_bridge_port: number | null;
            /** @description The API key that was used; absent with name and password. */
            api_key?: components["schemas"]["UsedApiKey"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["OrganisationResultCode"];
        };
        ReceiptInput: {
            /** @description The field of the request, or the task of a frame. */
            name: string;
            /** @description SHA-256 as hexadecimal text. */
            sha256: string;
            /**
             * Format: int32
             * @description Size of the file in bytes.
             */
            bytes: number;
            /**
             * Format: int32
             * @description How many of them were not of its picture or document, and were neither looked at nor kept; absent for none.
             */
            trailing_bytes?: number;
        };
        ReceiptNetwork: {
            /** @description Name of the network. */
            name: string;
            /** @description Version of the network. */
            version: string;
            /** @description SHA-256 as hexadecimal text. */
            sha256: string;
        };
        ReceiptCapture: {
            /** @description `attested`, `signed` or `unattested`. */
            level: string;
            /** @description What keeps the key that signed the frames. */
            device?: string;
            /** @description Why. */
            reason: string;
        };
        ReceiptVerification: {
            /** @description What was decided: approved, declined or review. */
            decision: string;
            /** @description Who decided: policy or reviewer. */
            decided_by: string;
            /** @description Name of the policy. */
            policy: string;
            /**
             * Format: int32
             * @description Version of the policy.
             */
            policy_version: number;
            /** @description What spoke against the person. */
            reasons: components["schemas"]["ReceiptReason"][];
            /** @description The steps, each with its own receipt. */
            parts: components["schemas"]["ReceiptPart"][];
        };
        ReceiptReason: {
            /** @description Name of the reason. */
            reason: string;
            /** @description What it leads to. */
            outcome: string;
        };
        ReceiptPart: {
            /** @description The step. */
            step: string;
            /** @description What it came to. */
            outcome: string;
            /** @description The request id of its own receipt. */
            receipt: string;
        };
        /** @description The program that judged. */
        ReceiptServer: {
            /** @description Name of the program: `selfsame`. */
            name: string;
            /** @description Version of the program. */
            version: string;
        };
        /** @description The entry of the verdict in the audit trail. */
        ReceiptEntry: {
            /** @description Id of the chain. */
            chain: string;
            /**
             * Format: int32
             * @description Number of the entry in its chain.
             */
            number: number;
            /** @description SHA-256 as hexadecimal text. */
            hash: string;
        };
        Receipt: {
            /**
             * Format: int32
             * @description Version of the format of receipts: 1.
             */
            version: number;
            /** @description The request id of the verdict. */
            id: string;
            /** @description Id of the organisation that asked. */
            organisation: string;
            /** @description The operation that judged, by its `operationId`. */
            operation: string;
            /** @description When the verdict was answered, as ISO 8601 in UTC. */
            at: string;
            /** @description What was judged: hashes of the files after Base64, of a challenge those of its frames in order. */
            inputs: components["schemas"]["ReceiptInput"][];
            /** @description The networks that could take part in the verdict. */
            networks: components["schemas"]["ReceiptNetwork"][];
            /** @description The checks of the answer, without their `values`. */
            checks: components["schemas"]["Check"][];
            /** @description The `strength` of a verdict of liveness: none, low, standard or high. */
            strength?: string;
            /** @description What the frames of liveness prove about the camera that took them. */
            capture?: components["schemas"]["ReceiptCapture"];
            /** @description Of a verification: policy, reasons, decision and the receipts of its steps. */
            verification?: components["schemas"]["ReceiptVerification"];
            /**
             * Format: int32
             * @description The `result_code` of the verdict.
             */
            result_code: number;
            /** @description The `message` of the verdict. */
            message: string;
            server: components["schemas"]["ReceiptServer"];
            /** @description The entry of the verdict in the audit trail; null where the trail is switched off. */
            audit: components["schemas"]["ReceiptEntry"] | null;
        };
        /** @description Signature of the receipt. */
        ReceiptSignature: {
            /**
             * @description Algorithm of the signature.
             * @constant
             */
            alg: "Ed25519";
            /** @description RFC 7638 thumbprint of the key, one of `GET /receipts/keys`. */
            kid: string;
            /** @description The public key as Base64url text. */
            x: string;
            /** @description The signature over `receipt` in the form of RFC 8785, as Base64url text. */
            value: string;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        ReceiptResultCode: 200;
        ReceiptAnswer: {
            /** @description The receipt: what was judged, by what, and with which outcome. */
            receipt: components["schemas"]["Receipt"];
            signature: components["schemas"]["ReceiptSignature"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["ReceiptResultCode"];
        };
        PolicyConsent: {
            /** @description Whether the journey ends with a person who does not consent. */
            required: boolean;
        };
        PolicyDocument: {
            /** @description The kinds that are taken, as `document_version` of the answers of documents names them. */
            kinds: string[];
            /**
             * @description Whether the back is asked for, of kinds that have one.
             * @default true
             */
            both_sides: boolean;
            /** @description Whether the front is photographed once more, tilted by about 15 degrees. The page of the person guides it. */
            tilt?: boolean;
            /**
             * Format: int32
             * @description How often a person may try the step.
             * @default 3
             */
            attempts: number;
        };
        PolicyChip: {
            mode: components["schemas"]["ChipMode"];
            /** @default preferred */
            copy_proof: components["schemas"]["CopyProof"];
            /**
             * Format: int32
             * @description How often a person may try the step.
             * @default 3
             */
            attempts: number;
        };
        /**
         * @description `preferred` lets a person skip the step; `off` is as if the step was left out.
         * @enum {string}
         */
        ChipMode: "required" | "preferred" | "off";
        /**
         * @description Whether the chip must prove that it is no copy.
         * @enum {string}
         */
        CopyProof: "required" | "preferred";
        PolicyLiveness: {
            /** @description The challenges of which one is taken. */
            families: components["schemas"]["LivenessFamily"][];
            /** @default standard */
            min_strength: components["schemas"]["LeastStrength"];
            /** @description The strength that is asked for where the device can give it. A verdict with less is noted as `liveness-fell-back`. */
            wanted_strength?: components["schemas"]["LeastStrength"];
            /** @description The two lines of `presence`; between them the person is asked for another task. */
            presence?: components["schemas"]["PolicyPresence"];
            capture?: components["schemas"]["LeastCapture"];
            /**
             * Format: int32
             * @description How often a person may try the step.
             * @default 3
             */
            attempts: number;
        };
        /**
         * @description A kind of challenge.
         * @enum {string}
         */
        LivenessFamily: "profile" | "nose" | "distance" | "light" | "video";
        /**
         * @description The least `strength` of its verdict.
         * @enum {string}
         */
        LeastStrength: "none" | "low" | "standard" | "high";
        PolicyPresence: {
            /**
             * Format: double
             * @description From here on a person counts as there.
             * @default 50
             */
            accept: number;
            /**
             * Format: double
             * @description Below this a person counts as absent.
             * @default 20
             */
            refuse: number;
        };
        /**
         * @description What its frames must prove about their camera; where the server or the organisation asks for more, that holds.
         * @enum {string}
         */
        LeastCapture: "any" | "signed" | "attested";
        PolicyConfirmation: {
            /** @description Whether what a person calls wrong goes to a reviewer. */
            required: boolean;
        };
        PolicySteps: {
            /** @description The person is asked for consent. */
            consent?: components["schemas"]["PolicyConsent"];
            /** @description The person photographs a document. */
            document?: components["schemas"]["PolicyDocument"];
            /** @description The chip of the document is read. */
            chip?: components["schemas"]["PolicyChip"];
            /** @description The person shows that they are there. */
            liveness?: components["schemas"]["PolicyLiveness"];
            /** @description The person confirms what was read. */
            confirmation?: components["schemas"]["PolicyConfirmation"];
        };
        PolicyMatch: {
            /**
             * Format: double
             * @description From this `sim` on, in percent, the faces match.
             * @default 80
             */
            accept: number;
            /**
             * Format: double
             * @description Below this `sim`, in percent, they do not match.
             * @default 70
             */
            review: number;
        };
        /**
         * @description What can be expected of a person.
         * @enum {string}
         */
        ExpectedField: "name" | "number" | "birthday" | "sex" | "nationality" | "address";
        PolicyAge: {
            /**
             * Format: int32
             * @description In whole years.
             */
            least?: number;
            /**
             * Format: int32
             * @description In whole years.
             */
            most?: number;
        };
        PolicyScreening: {
            /** @description Is the person known already, under another id? */
            duplicates?: components["schemas"]["PolicyDuplicates"];
            /** @description Is the person one that you do not want? */
            block_list?: components["schemas"]["PolicyBlockList"];
        };
        PolicyDuplicates: {
            /** @description The face collection that is searched. */
            collection_id: string;
            /**
             * Format: double
             * @description Least similarity of a find, in percent.
             * @default 80
             */
            threshold: number;
            /**
             * @description Whether approved people are registered there, so that the next search finds them.
             * @default false
             */
            register: boolean;
        };
        PolicyBlockList: {
            /** @description The face collection that is searched. */
            collection_id: string;
            /**
             * Format: double
             * @description Least similarity of a find, in percent.
             * @default 80
             */
            threshold: number;
        };
        PolicyReview: {
            /**
             * @description Whether two reviewers must agree: the first proposes, somebody else decides.
             * @default false
             */
            four_eyes: boolean;
        };
        /**
         * @description What a reason leads to; `noted` decides nothing.
         * @enum {string}
         */
        ReasonOutcome: "declined" | "review" | "noted";
        Policy: {
            /** @description What is asked of the person. A step that is left out is not asked. */
            steps: components["schemas"]["PolicySteps"];
            /** @description How alike the portrait of the document or chip and the live face must be; what lies between is for a reviewer. Both are compared whenever both are there, also where this is left out. */
            match?: components["schemas"]["PolicyMatch"];
            /**
             * @description What must be said of a person when a verification is created. Other data are compared where given.
             * @default []
             */
            expected: components["schemas"]["ExpectedField"][];
            /** @description How old a person must be on the day of the verdict. */
            age?: components["schemas"]["PolicyAge"];
            /** @description Searches for the live face in face collections. */
            screening?: components["schemas"]["PolicyScreening"];
            /** @description How people decide what is in review. */
            review?: components["schemas"]["PolicyReview"];
            /**
             * Format: int32
             * @description How long a link can be opened.
             * @default 1440
             */
            link_minutes: number;
            /**
             * Format: int32
             * @description How long a verification stays open, unless its creation says otherwise.
             * @default 10080
             */
            expires_minutes: number;
            /**
             * Format: int32
             * @description How long a person's token lives before it is renewed.
             * @default 30
             */
            token_minutes: number;
            /**
             * @description What a reason leads to, where it is to be another than usual; `noted` decides nothing.
             * @default {}
             */
            outcomes: {
                [key: string]: components["schemas"]["ReasonOutcome"];
            };
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        CreatePolicyResultCode: 200;
        CreatePolicyAnswer: {
            /** @description The `id` of the request. */
            id: string;
            /**
             * Format: int32
             * @description Number of the version, from 1.
             */
            version: number;
            /** @description The policy with everything filled in that was left out. */
            definition: components["schemas"]["Policy"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["CreatePolicyResultCode"];
        };
        PolicyDocumentDefinition: {
            /** @description The kinds that are taken, as `document_version` of the answers of documents names them. */
            kinds: string[];
            /**
             * @description Whether the back is asked for, of kinds that have one.
             * @default true
             */
            both_sides?: boolean;
            /**
             * @description Whether the front is photographed once more, tilted by about 15 degrees. The page of the person guides it.
             * @default false
             */
            tilt?: boolean;
            /**
             * Format: int32
             * @description How often a person may try the step.
             * @default 3
             */
            attempts?: number;
        };
        PolicyChipDefinition: {
            mode: components["schemas"]["ChipMode"];
            /** @default preferred */
            copy_proof?: components["schemas"]["CopyProof"];
            /**
             * Format: int32
             * @description How often a person may try the step.
             * @default 3
             */
            attempts?: number;
        };
        PolicyLivenessDefinition: {
            /** @description The challenges of which one is taken. */
            families: components["schemas"]["LivenessFamily"][];
            /** @default standard */
            min_strength?: components["schemas"]["LeastStrength"];
            /** @description The strength that is asked for where the device can give it. A verdict with less is noted as `liveness-fell-back`. */
            wanted_strength?: components["schemas"]["LeastStrength"];
            /** @description The two lines of `presence`; between them the person is asked for another task. */
            presence?: components["schemas"]["PolicyPresenceDefinition"];
            capture?: components["schemas"]["LeastCapture"];
            /**
             * Format: int32
             * @description How often a person may try the step.
             * @default 3
             */
            attempts?: number;
        };
        PolicyPresenceDefinition: {
            /**
             * Format: double
             * @description From here on a person counts as there.
             * @default 50
             */
            accept?: number;
            /**
             * Format: double
             * @description Below this a person counts as absent.
             * @default 20
             */
            refuse?: number;
        };
        PolicyStepsDefinition: {
            /** @description The person is asked for consent. */
            consent?: components["schemas"]["PolicyConsent"];
            /** @description The person photographs a document. */
            document?: components["schemas"]["PolicyDocumentDefinition"];
            /** @description The chip of the document is read. */
            chip?: components["schemas"]["PolicyChipDefinition"];
            /** @description The person shows that they are there. */
            liveness?: components["schemas"]["PolicyLivenessDefinition"];
            /** @description The person confirms what was read. */
            confirmation?: components["schemas"]["PolicyConfirmation"];
        };
        PolicyMatchDefinition: {
            /**
             * Format: double
             * @description From this `sim` on, in percent, the faces match.
             * @default 80
             */
            accept?: number;
            /**
             * Format: double
             * @description Below this `sim`, in percent, they do not match.
             * @default 70
             */
            review?: number;
        };
        PolicyScreeningDefinition: {
            /** @description Is the person known already, under another id? */
            duplicates?: components["schemas"]["PolicyDuplicatesDefinition"];
            /** @description Is the person one that you do not want? */
            block_list?: components["schemas"]["PolicyBlockListDefinition"];
        };
        PolicyDuplicatesDefinition: {
            /** @description The face collection that is searched. */
            collection_id: string;
            /**
             * Format: double
             * @description Least similarity of a find, in percent.
             * @default 80
             */
            threshold?: number;
            /**
             * @description Whether approved people are registered there, so that the next search finds them.
             * @default false
             */
            register?: boolean;
        };
        PolicyBlockListDefinition: {
            /** @description The face collection that is searched. */
            collection_id: string;
            /**
             * Format: double
             * @description Least similarity of a find, in percent.
             * @default 80
             */
            threshold?: number;
        };
        PolicyReviewDefinition: {
            /**
             * @description Whether two reviewers must agree: the first proposes, somebody else decides.
             * @default false
             */
            four_eyes?: boolean;
        };
        PolicyDefinition: {
            /** @description What is asked of the person. A step that is left out is not asked. */
            steps: components["schemas"]["PolicyStepsDefinition"];
            /** @description How alike the portrait of the document or chip and the live face must be; what lies between is for a reviewer. Both are compared whenever both are there, also where this is left out. */
            match?: components["schemas"]["PolicyMatchDefinition"];
            /**
             * @description What must be said of a person when a verification is created. Other data are compared where given.
             * @default []
             */
            expected?: components["schemas"]["ExpectedField"][];
            /** @description How old a person must be on the day of the verdict. */
            age?: components["schemas"]["PolicyAge"];
            /** @description Searches for the live face in face collections. */
            screening?: components["schemas"]["PolicyScreeningDefinition"];
            /** @description How people decide what is in review. */
            review?: components["schemas"]["PolicyReviewDefinition"];
            /**
             * Format: int32
             * @description How long a link can be opened.
             * @default 1440
             */
            link_minutes?: number;
            /**
             * Format: int32
             * @description How long a verification stays open, unless its creation says otherwise.
             * @default 10080
             */
            expires_minutes?: number;
            /**
             * Format: int32
             * @description How long a person's token lives before it is renewed.
             * @default 30
             */
            token_minutes?: number;
            /**
             * @description What a reason leads to, where it is to be another than usual; `noted` decides nothing.
             * @default {}
             */
            outcomes?: {
                [key: string]: components["schemas"]["ReasonOutcome"];
            };
        };
        CreatePolicyRequest: {
            /** @description Name of the policy; you choose it. */
            id: string;
            /** @description What is asked and how it is judged. */
            definition: components["schemas"]["PolicyDefinition"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        ChangePolicyResultCode: 200;
        ChangePolicyAnswer: {
            /** @description Name of the policy. */
            id: string;
            /**
             * Format: int32
             * @description Number of the version, from 1.
             */
            version: number;
            /** @description The policy with everything filled in that was left out. */
            definition: components["schemas"]["Policy"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["ChangePolicyResultCode"];
        };
        ChangePolicyRequest: {
            /** @description What is asked and how it is judged. */
            definition: components["schemas"]["PolicyDefinition"];
        };
        ListedPolicy: {
            /** @description Name of the policy. */
            id: string;
            /** @description The newest version. Null for a preset that you have not used yet: a use makes version 1. */
            version: number | null;
            /** @description Whether it comes with the program. You cannot change a preset. */
            is_preset: boolean;
            /** @description When the policy was made, as ISO 8601 in UTC. Null for a preset that was not used yet. */
            created_at: string | null;
            /** @description When it was archived, as ISO 8601 in UTC. Null where it was not. */
            archived_at: string | null;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        ListPoliciesResultCode: 200;
        ListPoliciesAnswer: {
            /** @description Every policy, by name. */
            policies: components["schemas"]["ListedPolicy"][];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["ListPoliciesResultCode"];
        };
        PolicyVersion: {
            /**
             * Format: int32
             * @description Number of the version, from 1.
             */
            version: number;
            /** @description When the version was made, as ISO 8601 in UTC. */
            created_at: string;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        PolicyResultCode: 200;
        PolicyAnswer: {
            /** @description Name of the policy. */
            id: string;
            /** @description The newest version. Null for a preset that you have not used yet: a use makes version 1. */
            version: number | null;
            /** @description Whether it comes with the program. You cannot change a preset. */
            is_preset: boolean;
            /** @description When the policy was made, as ISO 8601 in UTC. Null for a preset that was not used yet. */
            created_at: string | null;
            /** @description When it was archived, as ISO 8601 in UTC. Null where it was not. */
            archived_at: string | null;
            /** @description The policy with everything filled in that was left out. */
            definition: components["schemas"]["Policy"];
            /** @description Every version, the newest first. Verifications keep the one they were started with. */
            versions: components["schemas"]["PolicyVersion"][];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["PolicyResultCode"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        PolicyVersionResultCode: 200;
        PolicyVersionAnswer: {
            /** @description Name of the policy. */
            id: string;
            /**
             * Format: int32
             * @description Number of the version, from 1.
             */
            version: number;
            /** @description When the version was made, as ISO 8601 in UTC. */
            created_at: string;
            /** @description The policy with everything filled in that was left out. */
            definition: components["schemas"]["Policy"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["PolicyVersionResultCode"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        ArchivePolicyResultCode: 200;
        ArchivePolicyAnswer: {
            /** @description Name of the policy. */
            id: string;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["ArchivePolicyResultCode"];
        };
        ArchivePolicyRequest: Record<string, never>;
        TrialChange: {
            /** @description Id of the verification. */
            verification_id: string;
            /** @description What the policy decided. */
            from: components["schemas"]["Decision"];
            /** @description What the draft would decide. */
            to: components["schemas"]["Decision"];
            /** @description Where it stands now; a reviewer may have decided since. */
            state: string;
            /** @description Reasons that the draft would have, and the verdict does not have. */
            added: string[];
            /** @description Reasons that the verdict has, and the draft would not have. */
            dropped: string[];
        };
        /**
         * @description What was decided.
         * @enum {string}
         */
        Decision: "approved" | "declined" | "review";
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        TryPolicyResultCode: 200;
        TryPolicyAnswer: {
            /**
             * Format: int32
             * @description How many were judged again.
             */
            tried: number;
            /**
             * Format: int32
             * @description How many would have the same verdict.
             */
            unchanged: number;
            /**
             * Format: int32
             * @description Of how many too little is kept.
             */
            gone: number;
            /** @description What the draft asks and some of these people were not asked: steps, or `screening`. */
            untried: string[];
            /** @description The cases whose verdict would be another, the newest first. */
            changes: components["schemas"]["TrialChange"][];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["TryPolicyResultCode"];
        };
        TryPolicyRequest: {
            /** @description What is asked and how it is judged. */
            definition: components["schemas"]["PolicyDefinition"];
            /**
             * Format: int32
             * @description How many cases, the newest.
             * @default 100
             */
            last?: number;
            /**
             * @description Whether to try it on cases of test keys.
             * @default false
             */
            is_test?: boolean;
        };
        /**
         * @description Where a verification stands.
         * @enum {string}
         */
        VerificationState: "created" | "started" | "processing" | "review" | "approved" | "declined" | "expired" | "cancelled";
        Claim: {
            /** @description Who works on it. */
            reviewer: string;
            /** @description Until when that holds, as ISO 8601 in UTC. */
            until: string;
        };
        VerificationAttempt: {
            /** @description Id of the attempt. */
            id: string;
            step: components["schemas"]["StepName"];
            outcome: components["schemas"]["AttemptOutcome"];
            /** @description Its request, whose receipt has more. */
            request_id: string;
            /** @description The document or challenge that it made. */
            subject_id?: string;
            /**
             * Format: int32
             * @description What it was answered.
             */
            result_code?: number;
            /** @description Kind of the document that was read. */
            kind?: string;
            /** @description Kind of the challenge. */
            family?: string;
            /** @description How much a verdict of liveness proves. */
            strength?: string;
            /**
             * Format: double
             * @description How surely a person was there, from 0 to 100.
             */
            presence?: number;
            /** @description What each check adds to `presence`; checks that see one thing are held together. */
            presence_parts?: components["schemas"]["PresencePart"][];
            /**
             * Format: double
             * @description `presence` of this attempt and of those before it that left doubt.
             */
            presence_together?: number;
            /** @description What the frames prove about the camera: `attested`, `signed` or `unattested`. */
            capture?: string;
            /** @description What keeps the key that signed them. */
            capture_device?: string;
            /** @description The app that has that key, with its version. */
            capture_app?: string;
            /** @description What Play Integrity said of the phone, where it was asked. */
            capture_integrity?: string[];
            /** @description Why the capture is what it is. */
            capture_reason?: string;
            /** @description Every check that was made. Absent where none was, and once it is redacted. Do not show them to the person. */
            checks?: components["schemas"]["Check"][];
            /** @description When it was begun, as ISO 8601 in UTC. */
            begun_at: string;
        };
        /**
         * @description What a person does.
         * @enum {string}
         */
        StepName: "consent" | "document" | "chip" | "liveness" | "confirmation";
        /**
         * @description `set-aside`: it counts no more, since a reviewer asked again or another took its place. `doubtful`: it was no proof and no refusal, and another task was asked.
         * @enum {string}
         */
        AttemptOutcome: "open" | "passed" | "failed" | "skipped" | "set-aside" | "doubtful";
        VerificationVerdict: {
            decision: components["schemas"]["Decision"];
            decided_by: components["schemas"]["DecidedBy"];
            /** @description When it was decided, as ISO 8601 in UTC. */
            at: string;
            /** @description What speaks against the person, the weightiest first. */
            reasons: components["schemas"]["Reason"][];
            /** @description What each step came to. */
            steps: components["schemas"]["StepOutcome"][];
            /** @description The expected data, field by field. Empty once it is redacted. */
            expected: components["schemas"]["ExpectedOutcome"][];
            /** @description The comparison of portrait and live face; absent where there was none. */
            match?: components["schemas"]["FaceMatch"];
            /** @description What was read of the person: name, number and so on. Empty once it is redacted. */
            person: {
                [key: string]: string;
            };
            /** @description The document made of pictures; absent where there is none. */
            document?: components["schemas"]["VerifiedDocument"];
            /** @description The chip; absent where there is none. */
            chip?: components["schemas"]["VerifiedChip"];
            /** @description What the reviewer wrote. */
            note?: string;
            /** @description Who reviewed it. */
            reviewer?: string;
            /** @description Who proposed it, where the policy wants two to agree. */
            proposed_by?: string;
        };
        /**
         * @description Who decided.
         * @enum {string}
         */
        DecidedBy: "policy" | "reviewer";
        Reason: {
            reason: components["schemas"]["ReasonName"];
            outcome: components["schemas"]["ReasonOutcome"];
            /** @description The step or comparison that it comes from. */
            step: string;
            /** @description What it means. */
            words: components["schemas"]["ReasonWords"];
            /** @description The check that raised it; absent where it was none. */
            check?: components["schemas"]["Check"];
            /** @description The attempt that it comes from. */
            attempt_id?: string;
            /** @description The request of that attempt, whose receipt has more. */
            request_id?: string;
        };
        /**
         * @description What speaks against a person.
         * @enum {string}
         */
        ReasonName: "consent-refused" | "document-not-read" | "document-kind-not-taken" | "document-specimen" | "document-expired" | "document-of-two-people" | "document-sides-differ" | "document-code-differs" | "document-code-missing" | "document-number-contradicts" | "document-dates-contradict" | "document-zone-contradicts" | "document-from-screen" | "document-photocopy" | "document-print-replaced" | "document-portrait-replaced" | "document-picture-poor" | "chip-not-read" | "chip-skipped" | "chip-broken" | "chip-signer-unknown" | "chip-signer-revoked" | "chip-signer-not-valid" | "chip-is-copy" | "chip-not-proved" | "chip-of-another" | "chip-differs" | "chip-contradicts-itself" | "liveness-failed" | "liveness-not-genuine" | "liveness-too-weak" | "liveness-doubtful" | "liveness-fell-back" | "person-says-wrong" | "face-differs" | "face-doubtful" | "portrait-not-found" | "face-not-kept" | "name-differs" | "number-differs" | "birthday-differs" | "sex-differs" | "nationality-differs" | "address-differs" | "expected-not-read" | "too-young" | "too-old" | "age-not-known" | "person-known" | "person-blocked" | "screening-not-done";
        ReasonWords: {
            /** @description In Vietnamese. */
            vi: string;
            /** @description In English. */
            en: string;
        };
        StepOutcome: {
            /** @description The step. */
            step: string;
            /** @description `passed`, `failed` or `skipped`. */
            outcome: string;
            /**
             * Format: int32
             * @description How many attempts there were.
             */
            attempts: number;
            /** @description The attempt that counts. */
            attempt_id?: string;
            /** @description Its request, whose receipt has more. */
            request_id?: string;
            /** @description The document or challenge that it made. */
            subject_id?: string;
            /** @description Of liveness: how much it proves. */
            strength?: string;
        };
        ExpectedOutcome: {
            field: components["schemas"]["ExpectedField"];
            outcome: components["schemas"]["ExpectedComparison"];
            /** @description What you gave. */
            given: string;
            /** @description What was read; empty for nothing. */
            read: string;
        };
        /**
         * @description How what was read compares. Only `differs` and `not-read` speak against.
         * @enum {string}
         */
        ExpectedComparison: "same" | "without-tones" | "other-order" | "other-notation" | "differs" | "not-read";
        FaceMatch: {
            /**
             * Format: double
             * @description How alike portrait and live face are, in percent.
             */
            sim: number;
            portrait: components["schemas"]["PortraitSource"];
            /**
             * Format: double
             * @description From here on they match.
             */
            accept: number;
            /**
             * Format: double
             * @description Below they do not.
             */
            review: number;
        };
        /**
         * @description Where the portrait is from.
         * @enum {string}
         */
        PortraitSource: "chip" | "document";
        VerifiedDocument: {
            /** @description Id of the document. */
            id: string;
            /** @description Its kind. */
            kind: string;
        };
        VerifiedChip: {
            /** @description Id of the chip document. */
            id: string;
            /** @description Whether a state signed it. */
            authenticity: string;
            /** @description Whether it is a copy. */
            copy: string;
        };
        Proposal: {
            decision: components["schemas"]["ProposedDecision"];
            /** @description Why it should be declined. */
            reasons: components["schemas"]["ReasonName"][];
            /** @description Why, in words. */
            note: string;
            /** @description Who proposed it. */
            reviewer: string;
            /** @description When it was proposed, as ISO 8601 in UTC. */
            at: string;
        };
        /**
         * @description What a reviewer proposed.
         * @enum {string}
         */
        ProposedDecision: "approved" | "declined";
        VerificationLink: {
            /** @description Where the person goes. A path alone where the server has no SELFSAME_PUBLIC_URL. */
            url: string;
            /** @description The link itself, for pages of your own: it opens once. */
            token: string;
            /** @description Until when it opens, as ISO 8601 in UTC. */
            expires_at: string;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        CreateVerificationResultCode: 200;
        CreateVerificationAnswer: {
            /** @description Id of the verification. */
            id: string;
            state: components["schemas"]["VerificationState"];
            /** @description Whether a test key made it. */
            is_test: boolean;
            /** @description Id of the person in your own system; empty once it is redacted. */
            external_person_id: string;
            /** @description Name of the policy. */
            policy: string;
            /**
             * Format: int32
             * @description Version of the policy that it was started with.
             */
            policy_version: number;
            /** @description When it was created, as ISO 8601 in UTC. */
            created_at: string;
            /** @description When something happened to it last, as ISO 8601 in UTC. */
            updated_at: string;
            /** @description Until when the person can go through it, as ISO 8601 in UTC. */
            expires_at: string;
            /** @description When it came to an end; absent before, as ISO 8601 in UTC. */
            finished_at?: string;
            /** @description When its personal data were erased; absent before, as ISO 8601 in UTC. */
            redacted_at?: string;
            /** @description Who works on it now; absent where nobody does. */
            claim?: components["schemas"]["Claim"];
            /** @description Your reference to the person’s consent. */
            consent_reference?: string;
            /** @description Language for the person. */
            locale?: string;
            /** @description Where the person goes at the end. */
            return_url?: string;
            /** @description Id of the endpoint that alone gets its events. */
            webhook?: string;
            /** @description What you said of the person. */
            expected?: {
                [key: string]: string;
            };
            /** @description Your own words. */
            metadata: {
                [key: string]: string;
            };
            /** @description Who walks through it, in the sandbox. */
            persona?: string;
            /** @description Every attempt at a step, the oldest first. */
            attempts: components["schemas"]["VerificationAttempt"][];
            /** @description The newest verdict; absent before there is one. */
            verdict?: components["schemas"]["VerificationVerdict"];
            /** @description Whether two reviewers must agree on what is in review. */
            four_eyes: boolean;
            /** @description What a first reviewer proposed and a second one has not agreed to yet. */
            proposal?: components["schemas"]["Proposal"];
            /** @description What you hand to the person. It is not shown again, but to a repeated request with the same key. */
            link: components["schemas"]["VerificationLink"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["CreateVerificationResultCode"];
        };
        ExpectedData: {
            /** @description The name that the person should have. */
            name?: string;
            /** @description The number that the person should have. */
            number?: string;
            /** @description The birthday that the person should have. */
            birthday?: string;
            /** @description The sex that the person should have. */
            sex?: string;
            /** @description The nationality that the person should have. */
            nationality?: string;
            /** @description The address that the person should have. */
            address?: string;
        };
        /**
         * @description A language for the person.
         * @enum {string}
         */
        Locale: "vi" | "en";
        CreateVerificationRequest: {
            /** @description Name of a policy of yours, or of a preset: `bank-vn`, `telecom-vn`, `simple`. */
            policy: string;
            /** @description Id of the person in your own system. It is kept as it is, and data can be exported and erased by it. */
            external_person_id: string;
            /** @description Your own reference to the person's consent. It is kept, exported and erased with the data. */
            consent_reference?: string;
            /** @description What you know of the person; what is read is compared with it, field by field. */
            expected?: components["schemas"]["ExpectedData"];
            /** @description Language for the person. */
            locale?: components["schemas"]["Locale"];
            /** @description Where the person goes when nothing more is asked. */
            return_url?: string;
            /** @description Id or address of one of your webhook endpoints. Without it all get the events. */
            webhook?: string;
            /**
             * Format: int32
             * @description How long the person has; without it, as long as the policy says.
             */
            expires_in_minutes?: number;
            /** @description Your own words, which come back in answers and events. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Who walks through it by itself, of `GET /verification-personas`. Only with a test key. */
            persona?: string;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        VerificationResultCode: 200;
        VerificationAnswer: {
            /** @description Id of the verification. */
            id: string;
            state: components["schemas"]["VerificationState"];
            /** @description Whether a test key made it. */
            is_test: boolean;
            /** @description Id of the person in your own system; empty once it is redacted. */
            external_person_id: string;
            /** @description Name of the policy. */
            policy: string;
            /**
             * Format: int32
             * @description Version of the policy that it was started with.
             */
            policy_version: number;
            /** @description When it was created, as ISO 8601 in UTC. */
            created_at: string;
            /** @description When something happened to it last, as ISO 8601 in UTC. */
            updated_at: string;
            /** @description Until when the person can go through it, as ISO 8601 in UTC. */
            expires_at: string;
            /** @description When it came to an end; absent before, as ISO 8601 in UTC. */
            finished_at?: string;
            /** @description When its personal data were erased; absent before, as ISO 8601 in UTC. */
            redacted_at?: string;
            /** @description Who works on it now; absent where nobody does. */
            claim?: components["schemas"]["Claim"];
            /** @description Your reference to the person’s consent. */
            consent_reference?: string;
            /** @description Language for the person. */
            locale?: string;
            /** @description Where the person goes at the end. */
            return_url?: string;
            /** @description Id of the endpoint that alone gets its events. */
            webhook?: string;
            /** @description What you said of the person. */
            expected?: {
                [key: string]: string;
            };
            /** @description Your own words. */
            metadata: {
                [key: string]: string;
            };
            /** @description Who walks through it, in the sandbox. */
            persona?: string;
            /** @description Every attempt at a step, the oldest first. */
            attempts: components["schemas"]["VerificationAttempt"][];
            /** @description The newest verdict; absent before there is one. */
            verdict?: components["schemas"]["VerificationVerdict"];
            /** @description Whether two reviewers must agree on what is in review. */
            four_eyes: boolean;
            /** @description What a first reviewer proposed and a second one has not agreed to yet. */
            proposal?: components["schemas"]["Proposal"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["VerificationResultCode"];
        };
        /**
         * @description Yes or no, in a query.
         * @enum {string}
         */
        Flag: "true" | "false";
        VerificationSummary: {
            /** @description Id of the verification. */
            id: string;
            state: components["schemas"]["VerificationState"];
            /** @description Whether a test key made it. */
            is_test: boolean;
            /** @description Id of the person in your own system; empty once it is redacted. */
            external_person_id: string;
            /** @description Name of the policy. */
            policy: string;
            /**
             * Format: int32
             * @description Version of the policy that it was started with.
             */
            policy_version: number;
            /** @description When it was created, as ISO 8601 in UTC. */
            created_at: string;
            /** @description When something happened to it last, as ISO 8601 in UTC. */
            updated_at: string;
            /** @description Until when the person can go through it, as ISO 8601 in UTC. */
            expires_at: string;
            /** @description When it came to an end; absent before, as ISO 8601 in UTC. */
            finished_at?: string;
            /** @description When its personal data were erased; absent before, as ISO 8601 in UTC. */
            redacted_at?: string;
            /** @description Who works on it now; absent where nobody does. */
            claim?: components["schemas"]["Claim"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        ListVerificationsResultCode: 200;
        ListVerificationsAnswer: {
            /** @description One page of them. */
            verifications: components["schemas"]["VerificationSummary"][];
            /** @description For the next page; absent where there is none. */
            next_cursor?: string;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["ListVerificationsResultCode"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        CancelVerificationResultCode: 200;
        CancelVerificationAnswer: {
            /** @description Id of the verification. */
            id: string;
            state: components["schemas"]["VerificationState"];
            /** @description Whether a test key made it. */
            is_test: boolean;
            /** @description Id of the person in your own system; empty once it is redacted. */
            external_person_id: string;
            /** @description Name of the policy. */
            policy: string;
            /**
             * Format: int32
             * @description Version of the policy that it was started with.
             */
            policy_version: number;
            /** @description When it was created, as ISO 8601 in UTC. */
            created_at: string;
            /** @description When something happened to it last, as ISO 8601 in UTC. */
            updated_at: string;
            /** @description Until when the person can go through it, as ISO 8601 in UTC. */
            expires_at: string;
            /** @description When it came to an end; absent before, as ISO 8601 in UTC. */
            finished_at?: string;
            /** @description When its personal data were erased; absent before, as ISO 8601 in UTC. */
            redacted_at?: string;
            /** @description Who works on it now; absent where nobody does. */
            claim?: components["schemas"]["Claim"];
            /** @description Your reference to the person’s consent. */
            consent_reference?: string;
            /** @description Language for the person. */
            locale?: string;
            /** @description Where the person goes at the end. */
            return_url?: string;
            /** @description Id of the endpoint that alone gets its events. */
            webhook?: string;
            /** @description What you said of the person. */
            expected?: {
                [key: string]: string;
            };
            /** @description Your own words. */
            metadata: {
                [key: string]: string;
            };
            /** @description Who walks through it, in the sandbox. */
            persona?: string;
            /** @description Every attempt at a step, the oldest first. */
            attempts: components["schemas"]["VerificationAttempt"][];
            /** @description The newest verdict; absent before there is one. */
            verdict?: components["schemas"]["VerificationVerdict"];
            /** @description Whether two reviewers must agree on what is in review. */
            four_eyes: boolean;
            /** @description What a first reviewer proposed and a second one has not agreed to yet. */
            proposal?: components["schemas"]["Proposal"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["CancelVerificationResultCode"];
        };
        CancelVerificationRequest: Record<string, never>;
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        RedactVerificationResultCode: 200;
        RedactVerificationAnswer: {
            /** @description Id of the verification. */
            id: string;
            state: components["schemas"]["VerificationState"];
            /** @description Whether a test key made it. */
            is_test: boolean;
            /** @description Id of the person in your own system; empty once it is redacted. */
            external_person_id: string;
            /** @description Name of the policy. */
            policy: string;
            /**
             * Format: int32
             * @description Version of the policy that it was started with.
             */
            policy_version: number;
            /** @description When it was created, as ISO 8601 in UTC. */
            created_at: string;
            /** @description When something happened to it last, as ISO 8601 in UTC. */
            updated_at: string;
            /** @description Until when the person can go through it, as ISO 8601 in UTC. */
            expires_at: string;
            /** @description When it came to an end; absent before, as ISO 8601 in UTC. */
            finished_at?: string;
            /** @description When its personal data were erased; absent before, as ISO 8601 in UTC. */
            redacted_at?: string;
            /** @description Who works on it now; absent where nobody does. */
            claim?: components["schemas"]["Claim"];
            /** @description Your reference to the person’s consent. */
            consent_reference?: string;
            /** @description Language for the person. */
            locale?: string;
            /** @description Where the person goes at the end. */
            return_url?: string;
            /** @description Id of the endpoint that alone gets its events. */
            webhook?: string;
            /** @description What you said of the person. */
            expected?: {
                [key: string]: string;
            };
            /** @description Your own words. */
            metadata: {
                [key: string]: string;
            };
            /** @description Who walks through it, in the sandbox. */
            persona?: string;
            /** @description Every attempt at a step, the oldest first. */
            attempts: components["schemas"]["VerificationAttempt"][];
            /** @description The newest verdict; absent before there is one. */
            verdict?: components["schemas"]["VerificationVerdict"];
            /** @description Whether two reviewers must agree on what is in review. */
            four_eyes: boolean;
            /** @description What a first reviewer proposed and a second one has not agreed to yet. */
            proposal?: components["schemas"]["Proposal"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["RedactVerificationResultCode"];
        };
        RedactVerificationRequest: Record<string, never>;
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        CreateVerificationLinkResultCode: 200;
        CreateVerificationLinkAnswer: {
            /** @description Id of the verification. */
            id: string;
            /** @description What you hand to the person. It is not shown again, but to a repeated request with the same key. */
            link: components["schemas"]["VerificationLink"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["CreateVerificationLinkResultCode"];
        };
        CreateVerificationLinkRequest: Record<string, never>;
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        DecideVerificationResultCode: 200;
        DecideVerificationAnswer: {
            /** @description Id of the verification. */
            id: string;
            state: components["schemas"]["VerificationState"];
            /** @description Whether a test key made it. */
            is_test: boolean;
            /** @description Id of the person in your own system; empty once it is redacted. */
            external_person_id: string;
            /** @description Name of the policy. */
            policy: string;
            /**
             * Format: int32
             * @description Version of the policy that it was started with.
             */
            policy_version: number;
            /** @description When it was created, as ISO 8601 in UTC. */
            created_at: string;
            /** @description When something happened to it last, as ISO 8601 in UTC. */
            updated_at: string;
            /** @description Until when the person can go through it, as ISO 8601 in UTC. */
            expires_at: string;
            /** @description When it came to an end; absent before, as ISO 8601 in UTC. */
            finished_at?: string;
            /** @description When its personal data were erased; absent before, as ISO 8601 in UTC. */
            redacted_at?: string;
            /** @description Who works on it now; absent where nobody does. */
            claim?: components["schemas"]["Claim"];
            /** @description Your reference to the person’s consent. */
            consent_reference?: string;
            /** @description Language for the person. */
            locale?: string;
            /** @description Where the person goes at the end. */
            return_url?: string;
            /** @description Id of the endpoint that alone gets its events. */
            webhook?: string;
            /** @description What you said of the person. */
            expected?: {
                [key: string]: string;
            };
            /** @description Your own words. */
            metadata: {
                [key: string]: string;
            };
            /** @description Who walks through it, in the sandbox. */
            persona?: string;
            /** @description Every attempt at a step, the oldest first. */
            attempts: components["schemas"]["VerificationAttempt"][];
            /** @description The newest verdict; absent before there is one. */
            verdict?: components["schemas"]["VerificationVerdict"];
            /** @description Whether two reviewers must agree on what is in review. */
            four_eyes: boolean;
            /** @description What a first reviewer proposed and a second one has not agreed to yet. */
            proposal?: components["schemas"]["Proposal"];
            /** @description What you hand to the person. It is not shown again, but to a repeated request with the same key. */
            link?: components["schemas"]["VerificationLink"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["DecideVerificationResultCode"];
        };
        /**
         * @description `ask-again` opens `steps` anew, and answers a new link.
         * @enum {string}
         */
        ReviewerDecision: "approved" | "declined" | "ask-again";
        DecideVerificationRequest: {
            decision: components["schemas"]["ReviewerDecision"];
            /** @description Why it is declined, in the names of reasons. */
            reasons?: components["schemas"]["ReasonName"][];
            /** @description Why, in words. It is kept with the verdict, and erased with it. */
            note: string;
            /** @description Who does it, in your own system: no name or e-mail address of a member. Of a member always the member. */
            reviewer: string;
            /** @description With `ask-again`: what the person is to do anew. */
            steps?: components["schemas"]["StepName"][];
        };
        VerificationEvent: {
            /** @description Id of the event. */
            id: string;
            /**
             * Format: int32
             * @description Its number, from 1 without gaps.
             */
            sequence: number;
            /** @description What happened, such as `verification.approved`. */
            type: string;
            /** @description When it happened, as ISO 8601 in UTC. */
            at: string;
            actor: components["schemas"]["Actor"];
            /** @description More about it; empty for most. */
            data: {
                [key: string]: unknown;
            };
        };
        /**
         * @description Who did it.
         * @enum {string}
         */
        Actor: "organisation" | "person" | "server" | "reviewer";
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        VerificationEventsResultCode: 200;
        VerificationEventsAnswer: {
            /** @description The events. */
            events: components["schemas"]["VerificationEvent"][];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["VerificationEventsResultCode"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        VerificationReceiptResultCode: 200;
        VerificationReceiptAnswer: {
            /** @description The receipt, as `GET /receipts/{request_id}` describes it. */
            receipt: {
                [key: string]: unknown;
            };
            /** @description Its signature: `alg`, `kid`, `x` and `value`. */
            signature: {
                [key: string]: string;
            };
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["VerificationReceiptResultCode"];
        };
        VerificationPicture: {
            /** @description Id of the picture, or `portrait`. */
            id: string;
            of: components["schemas"]["PictureOf"];
            /** @description The document or challenge that it belongs to. */
            subject_id?: string;
            /** @description Of a frame: what the person was asked for. */
            task?: string;
            /** @description Whether it is of the attempt that counts. */
            counts: boolean;
            /** @description When it came, as ISO 8601 in UTC. */
            at?: string;
        };
        /**
         * @description What it shows: the portrait cut out, a side of a document, a chip, a frame.
         * @enum {string}
         */
        PictureOf: "portrait" | "document" | "chip" | "liveness";
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        VerificationPicturesResultCode: 200;
        VerificationPicturesAnswer: {
            /** @description The portrait first, then in the order in which they came. */
            pictures: components["schemas"]["VerificationPicture"][];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["VerificationPicturesResultCode"];
        };
        SourcedField: {
            /** @description Name of the field, as answers of documents have it. */
            field: string;
            /** @description What counts. */
            value: string;
            /** @description Every source that says something; the one that counts comes first. */
            sources: components["schemas"]["FieldSource"][];
        };
        FieldSource: {
            source: components["schemas"]["SourceName"];
            side: components["schemas"]["SideName"];
            /** @description What it says. */
            value: string;
            /**
             * Format: double
             * @description How sure the reading is, 0 to 1.
             */
            confidence: number;
        };
        /**
         * @description The print, a code, the machine-readable zone, or the chip.
         * @enum {string}
         */
        SourceName: "ocr" | "qr" | "mrz" | "chip";
        /**
         * @description Where it stands.
         * @enum {string}
         */
        SideName: "front" | "back";
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        VerificationFieldsResultCode: 200;
        VerificationFieldsAnswer: {
            /** @description Empty where nothing was read, or nothing is kept any more. */
            fields: components["schemas"]["SourcedField"][];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["VerificationFieldsResultCode"];
        };
        Duplicate: {
            /** @description Who it is, in your own system. */
            external_person_id: string;
            /**
             * Format: double
             * @description How alike the faces are, in percent. Absent where only the number is the same.
             */
            similarity?: number;
            /** @description Whether a document of the same number was read or expected. */
            same_number: boolean;
            /** @description Their verifications, the newest first. Empty where they were registered otherwise. */
            verifications: components["schemas"]["OtherVerification"][];
        };
        OtherVerification: {
            /** @description Id of the verification. */
            id: string;
            state: components["schemas"]["VerificationState"];
            /** @description When it was created, as ISO 8601 in UTC. */
            created_at: string;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        VerificationDuplicatesResultCode: 200;
        VerificationDuplicatesAnswer: {
            /** @description Empty where there is nobody. */
            duplicates: components["schemas"]["Duplicate"][];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["VerificationDuplicatesResultCode"];
        };
        Look: {
            /** @description When, as ISO 8601 in UTC. */
            at: string;
            /** @description The operation, such as `verificationPicture`. */
            operation: string;
            by: components["schemas"]["LookedBy"];
            /** @description Name of the API key, or of the member. */
            name?: string;
            /** @description Id of the API key, or of the member. */
            id?: string;
            /** @description Id of the request. */
            request_id: string;
        };
        /**
         * @description With what they came: name and password, an API key, or the session of a member.
         * @enum {string}
         */
        LookedBy: "organisation" | "api-key" | "member";
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        VerificationLooksResultCode: 200;
        VerificationLooksAnswer: {
            /** @description The looks. */
            looks: components["schemas"]["Look"][];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["VerificationLooksResultCode"];
        };
        VerificationNote: {
            /** @description Id of the note. */
            id: string;
            /** @description Who wrote it. */
            author: string;
            /** @description When it was written, as ISO 8601 in UTC. */
            at: string;
            /** @description What was written. */
            text: string;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        AddVerificationNoteResultCode: 200;
        AddVerificationNoteAnswer: {
            /** @description The note. */
            note: components["schemas"]["VerificationNote"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["AddVerificationNoteResultCode"];
        };
        AddVerificationNoteRequest: {
            /** @description What is noted. */
            text: string;
            /** @description Who does it, in your own system: no name or e-mail address of a member. Of a member always the member. */
            author: string;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        VerificationNotesResultCode: 200;
        VerificationNotesAnswer: {
            /** @description The notes. Empty once it is redacted. */
            notes: components["schemas"]["VerificationNote"][];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["VerificationNotesResultCode"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        ClaimVerificationResultCode: 200;
        ClaimVerificationAnswer: {
            /** @description Whether you have it now. */
            is_yours: boolean;
            /** @description Who has it now. */
            claim: components["schemas"]["Claim"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["ClaimVerificationResultCode"];
        };
        ClaimVerificationRequest: {
            /** @description Who does it, in your own system: no name or e-mail address of a member. Of a member always the member. */
            reviewer: string;
            /**
             * Format: int32
             * @description How long it lasts.
             * @default 10
             */
            minutes?: number;
            /**
             * @description Whether to take it from somebody else.
             * @default false
             */
            take?: boolean;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        ReleaseVerificationResultCode: 200;
        ReleaseVerificationAnswer: {
            /** @description Id of the verification. */
            id: string;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["ReleaseVerificationResultCode"];
        };
        ReleaseVerificationRequest: {
            /** @description Who does it, in your own system: no name or e-mail address of a member. Of a member always the member. */
            reviewer: string;
        };
        StateCount: {
            state: components["schemas"]["VerificationState"];
            /**
             * Format: int32
             * @description How many.
             */
            count: number;
        };
        LastStepCount: {
            /** @description The step that was tried last; `opened` for none, `not-opened` for an unused link. */
            step: string;
            /**
             * Format: int32
             * @description How many.
             */
            count: number;
        };
        ReasonCount: {
            /** @description Name of the reason. */
            reason: string;
            /** @description What it led to: `declined`, `review` or `noted`. */
            outcome: string;
            /**
             * Format: int32
             * @description How many.
             */
            count: number;
        };
        TimesOf: {
            /** @description `verdict` for creation to end, or a step, from its begin to its end. */
            what: string;
            /**
             * Format: int32
             * @description How many.
             */
            count: number;
            /**
             * Format: double
             * @description The median, in milliseconds.
             */
            median_ms: number;
            /**
             * Format: double
             * @description What nine of ten stay below, in milliseconds.
             */
            p90_ms: number;
        };
        DayCount: {
            /** @description The day, as YYYY-MM-DD. */
            day: string;
            /**
             * Format: int32
             * @description How many.
             */
            created: number;
            /**
             * Format: int32
             * @description How many.
             */
            approved: number;
            /**
             * Format: int32
             * @description How many.
             */
            declined: number;
            /**
             * Format: int32
             * @description How many are neither approved nor declined.
             */
            other: number;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        VerificationStatisticsResultCode: 200;
        VerificationStatisticsAnswer: {
            /** @description From when on, as ISO 8601 in UTC. */
            from: string;
            /** @description Before when, as ISO 8601 in UTC. */
            to: string;
            /**
             * Format: int32
             * @description How many were created.
             */
            created: number;
            /**
             * Format: int32
             * @description Of how many the link was opened.
             */
            started: number;
            /**
             * Format: int32
             * @description How many were approved or declined.
             */
            finished: number;
            /** @description How many are in each state. */
            by_state: components["schemas"]["StateCount"][];
            /** @description Where people stopped, of those that expired or were cancelled. */
            given_up: components["schemas"]["LastStepCount"][];
            /** @description The reasons of verdicts, the most frequent first. */
            reasons: components["schemas"]["ReasonCount"][];
            /** @description How long things took. */
            times: components["schemas"]["TimesOf"][];
            /** @description Every day, by when verifications were created. */
            days: components["schemas"]["DayCount"][];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["VerificationStatisticsResultCode"];
        };
        /** @description What the person may know of the verification. */
        VerificationSession: {
            /** @description Id of the verification. */
            verification_id: string;
            /** @description Name of the organisation that asks. */
            organisation: string;
            state: components["schemas"]["VerificationState"];
            /** @description Whether a test key made it. */
            is_test: boolean;
            /** @description Until when the steps can be done, as ISO 8601 in UTC. */
            expires_at: string;
            /** @description Language that the organisation chose for the person. */
            locale?: string;
            /** @description Where the person goes when nothing more is asked. */
            return_url?: string;
            /** @description What the policy asks for, in the usual order. */
            steps: components["schemas"]["SessionStep"][];
            /** @description How the organisation looks, where it said so. */
            brand?: components["schemas"]["SessionBrand"];
            /** @description The document that the person showed, where there is one. */
            document?: components["schemas"]["SessionDocument"];
            /** @description How long each is kept, in hours, to be told to whoever is asked for consent. */
            kept_hours: components["schemas"]["SessionKeptHours"];
        };
        SessionStep: {
            step: components["schemas"]["StepName"];
            state: components["schemas"]["StepState"];
            /**
             * Format: int32
             * @description How many attempts are left; 0 where the step is ended.
             */
            attempts_left: number;
            /** @description Whether the person may go on without it. */
            may_be_skipped: boolean;
            /** @description Steps that come first. */
            waits_for: components["schemas"]["StepName"][];
            /** @description Of a document: the kinds that are taken. */
            kinds?: string[];
            /** @description Of a document: whether the back is wanted, of kinds that have one. */
            both_sides?: boolean;
            /** @description Of a document: true where the front is wanted twice, flat and then tilted by about 15 degrees. Add the second picture to the document. */
            tilt?: boolean;
            /** @description Of liveness: the challenges of which one is done. */
            families?: string[];
            /** @description Of liveness: the task before left doubt, so that another is asked. No attempt was lost. Absent where none did. */
            is_another?: boolean;
            /** @description Of liveness: the least strength of the verdict. */
            min_strength?: string;
            /** @description Of liveness: the strength to reach where the device can; `high` needs a capture key. */
            wanted_strength?: string;
            /** @description Of liveness: what the frames must prove about the camera, where the policy asks. */
            capture?: string;
            /** @description Of a chip: whether it must prove that it is no copy, `required` or `preferred`. */
            copy_proof?: string;
            /** @description Of consent: whether the journey ends where it is refused. */
            required?: boolean;
        };
        /**
         * @description `open`: it can be done now; several may be, in any order. `waiting`: those in `waits_for` come first. `failed`: no attempt is left. One with none left may still be `open` where it may be skipped.
         * @enum {string}
         */
        StepState: "waiting" | "open" | "passed" | "failed" | "skipped";
        /** @description How the organisation looks. */
        SessionBrand: {
            /** @description What people know the organisation by. */
            display_name?: string;
            /** @description Languages that the organisation offers. */
            languages?: string[];
            /** @description Texts of the organisation, by language. */
            texts?: {
                [key: string]: components["schemas"]["SessionTexts"];
            };
            /** @description Where the person asks for help. */
            help_email?: string;
            /** @description A number that the person calls for help. */
            help_phone?: string;
            /** @description What opens the app of the organisation, with a link of this verification behind `#`. */
            app_link?: string;
            colours?: components["schemas"]["SessionColours"];
            /** @description Whether `GET /verification-session/logo` has one. */
            has_logo: boolean;
        };
        /** @description Texts of the organisation in one language. */
        SessionTexts: {
            /** @description For the first screen. */
            welcome?: string;
            /** @description For the question for consent. */
            consent?: string;
        };
        /** @description Colours of the organisation, as `#rrggbb`; each can be read. */
        SessionColours: {
            /** @description Of buttons and links on a light page. */
            accent: string;
            /** @description What is written on it. */
            accent_text: string;
            /** @description Of buttons and links on a dark page. */
            accent_dark: string;
            /** @description What is written on that. */
            accent_dark_text: string;
        };
        SessionDocument: {
            /** @description Id of the document, to add the other side to it. */
            id: string;
            /** @description Kind of the document. */
            kind: string;
            /** @description Which sides were seen: `front`, `back`. */
            sides: string[];
            /** @description Whether two pictures show the front flat and tilted. Absent where the policy does not ask. */
            tilted?: boolean;
            /** @description What was read, by the names of the fields, for the person to confirm. */
            read: {
                [key: string]: string;
            };
            /** @description What reading the chip takes, while that step is open; absent of a kind without a chip. */
            chip?: components["schemas"]["SessionChip"];
        };
        SessionChip: {
            /** @description The files to read, by the names of `POST /chip-documents`. */
            files: string[];
            /** @description What opens the chip. Absent where it was not read. */
            key?: components["schemas"]["SessionChipKey"];
        };
        SessionChipKey: {
            /** @description As the zone has it, without its check digit. */
            document_number: string;
            /** @description `YYMMDD`. */
            date_of_birth: string;
            /** @description `YYMMDD`. */
            date_of_expiry: string;
        };
        SessionKeptHours: {
            /** @description How long: pictures of the document, from when they came. Null where nothing removes it by itself. */
            pictures: number | null;
            /** @description How long: pictures of the face, from the end of the challenge. Null where nothing removes it by itself. */
            face_pictures: number | null;
            /** @description How long: what was read, from when the document was made. Null where nothing removes it by itself. */
            data: number | null;
            /** @description How long: the verification with its result, from its end. Null where nothing removes it by itself. */
            result: number | null;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        StartVerificationSessionResultCode: 200;
        StartVerificationSessionAnswer: {
            /** @description The token, for `Authorization: Bearer`. It is shown once. */
            token: string;
            /** @description Until when it is good, as ISO 8601 in UTC. */
            expires_at: string;
            session: components["schemas"]["VerificationSession"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["StartVerificationSessionResultCode"];
        };
        StartVerificationSessionRequest: Record<string, never>;
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        VerificationSessionResultCode: 200;
        VerificationSessionAnswer: {
            session: components["schemas"]["VerificationSession"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["VerificationSessionResultCode"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        SessionLogoResultCode: 200;
        SessionLogoAnswer: {
            /** @description `image/png`. */
            content_type: string;
            /** @description The picture, as Base64. */
            content: string;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["SessionLogoResultCode"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        GiveConsentResultCode: 200;
        GiveConsentAnswer: {
            session: components["schemas"]["VerificationSession"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["GiveConsentResultCode"];
        };
        GiveConsentRequest: {
            /** @description Whether the person consents. */
            accepted: boolean;
            /** @description Which text the person was shown, by a name of yours. */
            text_version: string;
            /** @description The language of that text. */
            locale?: string;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        SkipStepResultCode: 200;
        SkipStepAnswer: {
            session: components["schemas"]["VerificationSession"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["SkipStepResultCode"];
        };
        SkipStepRequest: {
            /**
             * @description The step: a chip that the policy prefers and does not require.
             * @constant
             */
            step: "chip";
            /** @description Why, such as `no-nfc`; whoever reviews can read it. */
            reason?: string;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        ConfirmDataResultCode: 200;
        ConfirmDataAnswer: {
            session: components["schemas"]["VerificationSession"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["ConfirmDataResultCode"];
        };
        ConfirmDataRequest: {
            /** @description Whether all of it is right. */
            correct: boolean;
            /** @description Names of the fields that the person calls wrong. */
            wrong_fields?: string[];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        HandOverSessionResultCode: 200;
        HandOverSessionAnswer: {
            /** @description Where the other device goes; a path where the server does not know its address. */
            url: string;
            /** @description The link itself, as `POST /verification-session/token` takes it. */
            token: string;
            /** @description Until when it opens, as ISO 8601 in UTC. */
            expires_at: string;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["HandOverSessionResultCode"];
        };
        HandOverSessionRequest: Record<string, never>;
        Persona: {
            /** @description Name, for `persona` of a new verification. */
            name: string;
            /** @description What the persona does. */
            about: string;
            decision: components["schemas"]["PersonaDecision"];
            /** @description The reason that the persona shows; null where there is none. */
            reason: string | null;
        };
        /**
         * @description What a preset comes to with the usual outcomes; `none` where the persona goes away.
         * @enum {string}
         */
        PersonaDecision: "approved" | "declined" | "review" | "none";
        PersonaHolder: {
            /** @description Full name. */
            name: string;
            /** @description Number of the card. */
            number: string;
            /** @description Day of birth, as DD/MM/YYYY. */
            birthday: string;
            /** @description As the card says it. */
            sex: string;
            /** @description As the card says it. */
            nationality: string;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        ListPersonasResultCode: 200;
        ListPersonasAnswer: {
            /** @description Every persona. */
            personas: components["schemas"]["Persona"][];
            /** @description Whom the card of most personas is about. Expect these data to have them agree, or others to see a reason of `expected`. */
            holder: components["schemas"]["PersonaHolder"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["ListPersonasResultCode"];
        };
        /** @description An endpoint that events are sent to. */
        WebhookEndpoint: {
            /** @description Id of the endpoint. */
            id: string;
            /** @description Where events are sent. */
            url: string;
            /** @description What you said that it is for. */
            description: string;
            /** @description Types of events that are sent; `*` is all. */
            events: string[];
            /** @description Whether events are sent. */
            enabled: boolean;
            /** @description Why the server disabled it, such as an answer 410. Null where it did not. */
            disabled_because: string | null;
            /** @description Whether it gets events of tests, and no others. */
            is_test: boolean;
            /** @description When it was made, as ISO 8601 in UTC. */
            created_at: string;
            /** @description When it was last changed, as ISO 8601 in UTC. */
            updated_at: string;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        CreateWebhookEndpointResultCode: 200;
        CreateWebhookEndpointAnswer: {
            endpoint: components["schemas"]["WebhookEndpoint"];
            /** @description What signs the messages, for your verifier: `whsec_` and Base64. It is shown this once; only you can keep it readable. */
            secret: string;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["CreateWebhookEndpointResultCode"];
        };
        CreateWebhookEndpointRequest: {
            /** @description Where events are sent by POST: `https:` on port 443 or 8443, at public addresses. The operator may allow others with SELFSAME_WEBHOOK_ALLOW. */
            url: string;
            /** @description Types of events that are sent; `*` is all. `verification.created`, `verification.started`, `verification.step_passed`, `verification.step_failed`, `verification.step_doubtful`, `verification.processing`, `verification.approved`, `verification.declined`, `verification.review`, `verification.proposed`, `verification.cancelled`, `verification.expired`, `verification.redacted`, `verification.link_created`, `verification.ask_again`. */
            events?: string[];
            /** @description What the endpoint is for, in your own words. */
            description?: string;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        WebhookEndpointsResultCode: 200;
        WebhookEndpointsAnswer: {
            /** @description All of them, the oldest first. */
            endpoints: components["schemas"]["WebhookEndpoint"][];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["WebhookEndpointsResultCode"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        WebhookEndpointResultCode: 200;
        WebhookEndpointAnswer: {
            endpoint: components["schemas"]["WebhookEndpoint"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["WebhookEndpointResultCode"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        ChangeWebhookEndpointResultCode: 200;
        ChangeWebhookEndpointAnswer: {
            endpoint: components["schemas"]["WebhookEndpoint"];
            /** @description The new secret; absent where the receiver stays the same. */
            secret?: string;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["ChangeWebhookEndpointResultCode"];
        };
        ChangeWebhookEndpointRequest: {
            /** @description Where events are sent by POST: `https:` on port 443 or 8443, at public addresses. The operator may allow others with SELFSAME_WEBHOOK_ALLOW. */
            url?: string;
            /** @description Types of events that are sent; `*` is all. `verification.created`, `verification.started`, `verification.step_passed`, `verification.step_failed`, `verification.step_doubtful`, `verification.processing`, `verification.approved`, `verification.declined`, `verification.review`, `verification.proposed`, `verification.cancelled`, `verification.expired`, `verification.redacted`, `verification.link_created`, `verification.ask_again`. */
            events?: string[];
            /** @description What the endpoint is for, in your own words. */
            description?: string;
            /** @description Whether events are sent. */
            enabled?: boolean;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        RotateWebhookSecretResultCode: 200;
        RotateWebhookSecretAnswer: {
            /** @description What signs the messages, for your verifier: `whsec_` and Base64. It is shown this once; only you can keep it readable. */
            secret: string;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["RotateWebhookSecretResultCode"];
        };
        RotateWebhookSecretRequest: {
            /**
             * Format: double
             * @description How long the old secret signs beside the new one, in hours.
             */
            grace_hours?: number;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        RemoveWebhookEndpointResultCode: 200;
        RemoveWebhookEndpointAnswer: {
            /** @description The id of the path. */
            id: string;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["RemoveWebhookEndpointResultCode"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        TestWebhookEndpointResultCode: 200;
        TestWebhookEndpointAnswer: {
            /** @description Whether the receiver answered with a status from 200 to 299. */
            delivered: boolean;
            /** @description HTTP status of the answer. Null where there was none. */
            status: number | null;
            /** @description Why it failed, in words. Null where it did not. */
            failure: string | null;
            /**
             * Format: int32
             * @description How long it took.
             */
            milliseconds: number;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["TestWebhookEndpointResultCode"];
        };
        /**
         * @description `given-up` is tried no more, unless you replay it.
         * @enum {string}
         */
        WebhookDeliveryState: "waiting" | "delivered" | "given-up";
        /** @description One event on its way to one endpoint. */
        WebhookDelivery: {
            /** @description Id of the delivery: those of its event and its endpoint. */
            id: string;
            /** @description The endpoint it goes to. */
            endpoint_id: string;
            /** @description The event it is about. The header `webhook-id` is `msg_` and this. */
            event_id: string;
            /** @description Type of the event. */
            type: string;
            /** @description The verification that the event belongs to. */
            verification_id: string;
            state: components["schemas"]["WebhookDeliveryState"];
            /**
             * Format: int32
             * @description How often it was tried.
             */
            attempts: number;
            /** @description When the event happened, as ISO 8601 in UTC. */
            created_at: string;
            /** @description When it is tried next, as ISO 8601 in UTC. Null where it is not. */
            next_attempt_at: string | null;
            /** @description When it was delivered or given up, as ISO 8601 in UTC. Null while it waits. */
            finished_at: string | null;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        WebhookDeliveriesResultCode: 200;
        WebhookDeliveriesAnswer: {
            /** @description A page of them. */
            deliveries: components["schemas"]["WebhookDelivery"][];
            /** @description What to send as `cursor` for the next page. Null where there is none. */
            next_cursor: string | null;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["WebhookDeliveriesResultCode"];
        };
        /** @description One attempt to send a message. */
        WebhookAttempt: {
            /**
             * Format: int32
             * @description The first is 1.
             */
            number: number;
            /** @description When it was sent, as ISO 8601 in UTC. */
            at: string;
            /** @description HTTP status of the answer. Null where there was none. */
            status: number | null;
            /** @description Why it failed, in words. Null where it did not. */
            failure: string | null;
            /**
             * Format: int32
             * @description How long it took.
             */
            milliseconds: number;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        WebhookDeliveryResultCode: 200;
        WebhookDeliveryAnswer: {
            delivery: components["schemas"]["WebhookDelivery"];
            /** @description Every attempt, the oldest first. */
            log: components["schemas"]["WebhookAttempt"][];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["WebhookDeliveryResultCode"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        ReplayWebhookDeliveryResultCode: 200;
        ReplayWebhookDeliveryAnswer: {
            delivery: components["schemas"]["WebhookDelivery"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["ReplayWebhookDeliveryResultCode"];
        };
        /** @description An API key, without its secret. */
        ApiKey: {
            /** @description Id of the key, which is also a part of it. */
            id: string;
            /** @description What the key is for. */
            name: string;
            /** @description What the key may be used for. */
            scopes: string[];
            /** @description Whether it is a key of the sandbox. */
            is_test: boolean;
            state: components["schemas"]["ApiKeyState"];
            /** @description When it was created, as ISO 8601 in UTC. */
            created_at: string;
            /** @description When it expires, as ISO 8601 in UTC. Null where it does not. */
            expires_at: string | null;
            /** @description When it was revoked, as ISO 8601 in UTC. Null where it was not. */
            revoked_at: string | null;
            /** @description When it was last used, to the minute, as ISO 8601 in UTC. Null for never. */
            last_used_at: string | null;
        };
        /**
         * @description Whether the key lets anybody in.
         * @enum {string}
         */
        ApiKeyState: "good" | "expired" | "revoked";
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        ApiKeysResultCode: 200;
        ApiKeysAnswer: {
            /** @description All of them, those that ended lately included. */
            api_keys: components["schemas"]["ApiKey"][];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["ApiKeysResultCode"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        CreateApiKeyResultCode: 200;
        CreateApiKeyAnswer: {
            api_key: components["schemas"]["ApiKey"];
            /** @description The whole key, for `Authorization: Bearer`. It is shown this once; only its hash is kept. */
            key: string;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["CreateApiKeyResultCode"];
        };
        /**
         * @description `all`: everything, as with name and password; `documents`: read documents; `faces`: compare faces, and use collections; `liveness`: run liveness challenges; `verifications`: create verifications, and see what they come to; `review`: decide what is in review, and write notes; each key counts as one reviewer; `settings`: policies, brand, what is asked of cameras, and where events are sent; `persons`: export and erase all data of one person; `read`: GET only, everywhere but members and API keys
         * @enum {string}
         */
        ApiKeyScope: "all" | "documents" | "faces" | "liveness" | "verifications" | "review" | "settings" | "persons" | "read";
        CreateApiKeyRequest: {
            /** @description What the key is for: 1 to 64 characters, without a space at either end. */
            name: string;
            /** @description What it may be used for. */
            scopes: components["schemas"]["ApiKeyScope"][];
            /** @description A key of the sandbox: it makes and sees test verifications, and nothing that is live. */
            is_test?: boolean;
            /**
             * Format: int32
             * @description After so many days it expires; 365 where it is left out.
             */
            expires_in_days?: number;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        RotateApiKeyResultCode: 200;
        RotateApiKeyAnswer: {
            api_key: components["schemas"]["ApiKey"];
            /** @description The whole key, for `Authorization: Bearer`. It is shown this once; only its hash is kept. */
            key: string;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["RotateApiKeyResultCode"];
        };
        RotateApiKeyRequest: {
            /**
             * Format: double
             * @description How long the old secret goes on working; 0 where it is left out.
             */
            grace_hours?: number;
            /**
             * Format: int32
             * @description After so many days from now it expires; as before where it is left out.
             */
            expires_in_days?: number;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        RevokeApiKeyResultCode: 200;
        RevokeApiKeyAnswer: {
            api_key: components["schemas"]["ApiKey"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["RevokeApiKeyResultCode"];
        };
        /** @description A member of the organisation. */
        Member: {
            /** @description Id of the member, as the audit trail names them. */
            id: string;
            /** @description E-mail address in lower case. */
            email: string;
            /** @description Name, as colleagues see it. */
            name: string;
            role: components["schemas"]["MemberRole"];
            state: components["schemas"]["MemberState"];
            /** @description Whether the member can sign in with a password. */
            has_password: boolean;
            /**
             * Format: int32
             * @description How many passkeys the member has.
             */
            passkeys: number;
            /** @description When the member was invited, as ISO 8601 in UTC. */
            created_at: string;
            /** @description When the member joined, as ISO 8601 in UTC. Null while an invitation is open. */
            joined_at: string | null;
            /** @description When the member last signed in, as ISO 8601 in UTC. Null for never. */
            signed_in_at: string | null;
        };
        /**
         * @description What the member may do. `viewer`: look at verifications, policies and receipts; `reviewer`: look, decide what is in review, and write notes; `admin`: everything of the organisation: members, API keys, webhooks, policies and all else.
         * @enum {string}
         */
        MemberRole: "viewer" | "reviewer" | "admin";
        /**
         * @description `invited` has an invitation that was not used yet, also after a reset.
         * @enum {string}
         */
        MemberState: "invited" | "active" | "disabled";
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        MembersResultCode: 200;
        MembersAnswer: {
            /** @description All of them, at most 1000. */
            members: components["schemas"]["Member"][];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["MembersResultCode"];
        };
        /** @description The link by which a member joins. */
        MemberInvitation: {
            /** @description The link to send to the member. It works once. A path alone where SELFSAME_PUBLIC_URL is not set. */
            url: string;
            /** @description The secret in the link. It is shown this once; only its hash is kept. */
            token: string;
            /** @description Until when it is good, as ISO 8601 in UTC. */
            expires_at: string;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        InviteMemberResultCode: 200;
        InviteMemberAnswer: {
            member: components["schemas"]["Member"];
            invitation: components["schemas"]["MemberInvitation"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["InviteMemberResultCode"];
        };
        InviteMemberRequest: {
            /** @description E-mail address, in any case of letters. It is unique in the organisation. */
            email: string;
            /** @description Name, as colleagues see it. */
            name: string;
            role: components["schemas"]["MemberRole"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        MemberResultCode: 200;
        MemberAnswer: {
            member: components["schemas"]["Member"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["MemberResultCode"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        ChangeMemberResultCode: 200;
        ChangeMemberAnswer: {
            member: components["schemas"]["Member"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["ChangeMemberResultCode"];
        };
        ChangeMemberRequest: {
            /** @description Name, as colleagues see it. */
            name?: string;
            role?: components["schemas"]["MemberRole"];
            /** @description Whether the member may sign in. */
            enabled?: boolean;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        ResetMemberResultCode: 200;
        ResetMemberAnswer: {
            member: components["schemas"]["Member"];
            invitation: components["schemas"]["MemberInvitation"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["ResetMemberResultCode"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        SignOutMemberResultCode: 200;
        SignOutMemberAnswer: {
            /**
             * Format: int32
             * @description How many went on.
             */
            ended: number;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["SignOutMemberResultCode"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        RemoveMemberResultCode: 200;
        RemoveMemberAnswer: {
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["RemoveMemberResultCode"];
        };
        /** @description The member who signed in. */
        SignedInMember: {
            /** @description Id of the member. */
            id: string;
            /** @description E-mail address in lower case. */
            email: string;
            /** @description Name, as colleagues see it. */
            name: string;
            role: components["schemas"]["MemberRole"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        SignInResultCode: 200;
        SignInAnswer: {
            member: components["schemas"]["SignedInMember"];
            /** @description Name of the organisation. */
            organisation: string;
            /** @description Id of the session, as the list of sessions names it. */
            session_id: string;
            /** @description Every method but GET needs it in the header `x-csrf-token`. It belongs to this session. */
            csrf_token: string;
            /** @description When the session is over at the latest, as ISO 8601 in UTC. */
            expires_at: string;
            /**
             * Format: int32
             * @description Not used for so long, the session is over before that.
             */
            idle_seconds: number;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["SignInResultCode"];
        };
        SignInRequest: {
            /** @description Name of the organisation. */
            organisation: string;
            /** @description E-mail address, in any case of letters. It is unique in the organisation. */
            email: string;
            /** @description The password. */
            password: string;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        PasskeySignInOptionsResultCode: 200;
        PasskeySignInOptionsAnswer: {
            /** @description For `navigator.credentials.get`, in the JSON form of WebAuthn Level 3. */
            options: {
                [key: string]: unknown;
            };
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["PasskeySignInOptionsResultCode"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        SignInWithPasskeyResultCode: 200;
        SignInWithPasskeyAnswer: {
            member: components["schemas"]["SignedInMember"];
            /** @description Name of the organisation. */
            organisation: string;
            /** @description Id of the session, as the list of sessions names it. */
            session_id: string;
            /** @description Every method but GET needs it in the header `x-csrf-token`. It belongs to this session. */
            csrf_token: string;
            /** @description When the session is over at the latest, as ISO 8601 in UTC. */
            expires_at: string;
            /**
             * Format: int32
             * @description Not used for so long, the session is over before that.
             */
            idle_seconds: number;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["SignInWithPasskeyResultCode"];
        };
        SignInWithPasskeyRequest: {
            /** @description What `navigator.credentials.get` gave, in the JSON form of WebAuthn Level 3. */
            response: {
                [key: string]: unknown;
            };
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        InvitationResultCode: 200;
        InvitationAnswer: {
            /** @description Name of the organisation. */
            organisation: string;
            /** @description E-mail address of the member. */
            email: string;
            /** @description Name of the member. */
            name: string;
            role: components["schemas"]["MemberRole"];
            /** @description Until when it is good, as ISO 8601 in UTC. */
            expires_at: string;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["InvitationResultCode"];
        };
        InvitationRequest: {
            /** @description What stands in the link of the invitation after `#/join/`: `ssi_` and letters. */
            token: string;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        JoinPasskeyOptionsResultCode: 200;
        JoinPasskeyOptionsAnswer: {
            /** @description For `navigator.credentials.create`, in the JSON form of WebAuthn Level 3. */
            options: {
                [key: string]: unknown;
            };
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["JoinPasskeyOptionsResultCode"];
        };
        JoinPasskeyOptionsRequest: {
            /** @description What stands in the link of the invitation after `#/join/`: `ssi_` and letters. */
            token: string;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        JoinResultCode: 200;
        JoinAnswer: {
            member: components["schemas"]["SignedInMember"];
            /** @description Name of the organisation. */
            organisation: string;
            /** @description Id of the session, as the list of sessions names it. */
            session_id: string;
            /** @description Every method but GET needs it in the header `x-csrf-token`. It belongs to this session. */
            csrf_token: string;
            /** @description When the session is over at the latest, as ISO 8601 in UTC. */
            expires_at: string;
            /**
             * Format: int32
             * @description Not used for so long, the session is over before that.
             */
            idle_seconds: number;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["JoinResultCode"];
        };
        JoinRequest: {
            /** @description What stands in the link of the invitation after `#/join/`: `ssi_` and letters. */
            token: string;
            /** @description Name, as colleagues see it. */
            name?: string;
            /** @description Of 12 to 256 characters of any kind; spaces around it do not count. What is hardly more than a name, a row of keys, the same few letters or words that many people take is refused. */
            password?: string;
            /** @description Instead of a password: what `navigator.credentials.create` gave, in the JSON form of WebAuthn Level 3. */
            passkey?: {
                [key: string]: unknown;
            };
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        MemberSessionResultCode: 200;
        MemberSessionAnswer: {
            member: components["schemas"]["SignedInMember"];
            /** @description Name of the organisation. */
            organisation: string;
            /** @description Id of the session, as the list of sessions names it. */
            session_id: string;
            /** @description Every method but GET needs it in the header `x-csrf-token`. It belongs to this session. */
            csrf_token: string;
            /** @description When the session is over at the latest, as ISO 8601 in UTC. */
            expires_at: string;
            /**
             * Format: int32
             * @description Not used for so long, the session is over before that.
             */
            idle_seconds: number;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["MemberSessionResultCode"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        SignOutResultCode: 200;
        SignOutAnswer: {
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["SignOutResultCode"];
        };
        /** @description A session that goes on. */
        MemberSession: {
            /** @description Id of the session. */
            id: string;
            /** @description Whether it is the one that asks. */
            is_this: boolean;
            /** @description When the member signed in, as ISO 8601 in UTC. */
            created_at: string;
            /** @description When it was last used, to the minute, as ISO 8601 in UTC. */
            used_at: string;
            /** @description When it is over at the latest, as ISO 8601 in UTC. */
            expires_at: string;
            /** @description What the browser calls itself. */
            user_agent: string;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        MemberSessionsResultCode: 200;
        MemberSessionsAnswer: {
            /** @description At most 100. */
            sessions: components["schemas"]["MemberSession"][];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["MemberSessionsResultCode"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        EndMemberSessionResultCode: 200;
        EndMemberSessionAnswer: {
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["EndMemberSessionResultCode"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        ChangeMemberPasswordResultCode: 200;
        ChangeMemberPasswordAnswer: {
            member: components["schemas"]["SignedInMember"];
            /** @description Name of the organisation. */
            organisation: string;
            /** @description Id of the session, as the list of sessions names it. */
            session_id: string;
            /** @description Every method but GET needs it in the header `x-csrf-token`. It belongs to this session. */
            csrf_token: string;
            /** @description When the session is over at the latest, as ISO 8601 in UTC. */
            expires_at: string;
            /**
             * Format: int32
             * @description Not used for so long, the session is over before that.
             */
            idle_seconds: number;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["ChangeMemberPasswordResultCode"];
        };
        ChangeMemberPasswordRequest: {
            /** @description The password so far; left out where there is none. */
            current_password?: string;
            /** @description Of 12 to 256 characters of any kind; spaces around it do not count. What is hardly more than a name, a row of keys, the same few letters or words that many people take is refused. */
            password: string;
        };
        /** @description A passkey of the member. */
        MemberPasskey: {
            /** @description Id of the passkey. */
            id: string;
            /** @description What the member calls it. */
            name: string;
            /** @description When it was made, as ISO 8601 in UTC. */
            created_at: string;
            /** @description When the member last signed in with it, as ISO 8601 in UTC. Null for never. */
            used_at: string | null;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        MemberPasskeysResultCode: 200;
        MemberPasskeysAnswer: {
            /** @description All of them, the oldest first. */
            passkeys: components["schemas"]["MemberPasskey"][];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["MemberPasskeysResultCode"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        AddPasskeyOptionsResultCode: 200;
        AddPasskeyOptionsAnswer: {
            /** @description For `navigator.credentials.create`, in the JSON form of WebAuthn Level 3. */
            options: {
                [key: string]: unknown;
            };
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["AddPasskeyOptionsResultCode"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        AddPasskeyResultCode: 200;
        AddPasskeyAnswer: {
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["AddPasskeyResultCode"];
        };
        AddPasskeyRequest: {
            /** @description What you call it, such as the device. */
            name: string;
            /** @description What `navigator.credentials.create` gave, in the JSON form of WebAuthn Level 3. */
            response: {
                [key: string]: unknown;
            };
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        RemovePasskeyResultCode: 200;
        RemovePasskeyAnswer: {
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["RemovePasskeyResultCode"];
        };
        /** @description How the organisation looks to the people that it asks. */
        Brand: {
            /** @description What people know the organisation by. Without it they read its name on this server. */
            display_name?: string;
            /** @description Colour of buttons and links, as `#rrggbb`. Its contrast with white must be at least 4.5 to 1; for dark pages it is lightened by itself. */
            accent?: string;
            /** @description Languages that people may choose, of those that the page has. Without it all of them. */
            languages?: string[];
            /** @description Texts of your own, by language. */
            texts?: {
                [key: string]: components["schemas"]["BrandTexts"];
            };
            /** @description Where people ask for help; shown on every screen. */
            help_email?: string;
            /** @description A number that people call for help. */
            help_phone?: string;
            /** @description An `https` address that phones open in your app (App Link, Universal Link). People who need the app for the chip are led there, with the link of their verification behind `#`. */
            app_link?: string;
            /** @description Whether there is a logo. */
            has_logo: boolean;
            /** @description When it was last changed, as ISO 8601 in UTC. Null where it never was. */
            updated_at: string | null;
        };
        /** @description Texts of the organisation in one language; plain text. */
        BrandTexts: {
            /** @description Stands on the first screen, below its title. */
            welcome?: string;
            /** @description Stands above the question for consent, beside what the page itself says. */
            consent?: string;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        BrandResultCode: 200;
        BrandAnswer: {
            brand: components["schemas"]["Brand"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["BrandResultCode"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        BrandLogoResultCode: 200;
        BrandLogoAnswer: {
            /** @description `image/png`: every logo is drawn anew by this server. */
            content_type: string;
            /** @description The picture, as Base64. */
            content: string;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["BrandLogoResultCode"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        ChangeBrandResultCode: 200;
        ChangeBrandAnswer: {
            brand: components["schemas"]["Brand"];
            /** @description How many bytes of a file follow the end of what it holds, by the field that carried the file. They were cut off, and neither looked at nor kept. Absent where there were none. */
            trailing_bytes?: {
                [key: string]: number;
            };
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["ChangeBrandResultCode"];
        };
        ChangeBrandRequest: {
            /** @description What people know the organisation by. Without it they read its name on this server. */
            display_name?: string;
            /** @description Colour of buttons and links, as `#rrggbb`. Its contrast with white must be at least 4.5 to 1; for dark pages it is lightened by itself. */
            accent?: string;
            /** @description Languages that people may choose, of those that the page has. Without it all of them. */
            languages?: string[];
            /** @description Texts of your own, by language. */
            texts?: {
                [key: string]: components["schemas"]["BrandTexts"];
            };
            /** @description Where people ask for help; shown on every screen. */
            help_email?: string;
            /** @description A number that people call for help. */
            help_phone?: string;
            /** @description An `https` address that phones open in your app (App Link, Universal Link). People who need the app for the chip are led there, with the link of their verification behind `#`. */
            app_link?: string;
            /** @description The logo: PNG, JPEG or WebP of at most 256 KiB, as Base64. It is drawn anew, at most 640 by 240 pixels. Null removes it. */
            logo?: File | null;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        CaptureNonceResultCode: 200;
        CaptureNonceAnswer: {
            /** @description Text that the device has its key attested for: the bytes of this text are the challenge. */
            nonce: string;
            /** @description Until when it is good, as ISO 8601 in UTC. */
            expires_at: string;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["CaptureNonceResultCode"];
        };
        CaptureNonceRequest: Record<string, never>;
        /** @description A key that signs frames. */
        CaptureKey: {
            /** @description Id of the key: `capture_key_id` of a start. */
            id: string;
            platform: components["schemas"]["CapturePlatform"];
            level: components["schemas"]["CaptureKeyLevel"];
            /** @description What keeps the key: `strongbox`, `trusted-environment`, `secure-enclave` or `browser`. */
            device_class: string;
            /** @description Package of Android, or team and bundle of Apple. */
            app?: string;
            /**
             * Format: int32
             * @description Version code of the app, as Android attests it; Apple attests none.
             */
            app_version?: number;
            /**
             * Format: int32
             * @description Of Android: year and month of the security patches, as 202611.
             */
            patch_level?: number;
            /** @description What Play Integrity said of the device, where it was asked. */
            play_integrity?: string[];
            /** @description When the certificates of the factory ended, as ISO 8601 in UTC, where they had when the key was registered (`SELFSAME_ANDROID_ENDED_FACTORY`). */
            certificates_ended_at?: string;
            /** @description When it was registered, as ISO 8601 in UTC. */
            created_at: string;
            /** @description Until when it is good, as ISO 8601 in UTC. */
            expires_at: string;
            /** @description When it was revoked, as ISO 8601 in UTC. Null where it was not. */
            revoked_at: string | null;
        };
        /**
         * @description Who vouches for the key: Android, Apple, or, for `web`, no maker.
         * @enum {string}
         */
        CapturePlatform: "android" | "apple" | "web";
        /**
         * @description `attested` where hardware keeps the key and its maker vouches for it, `signed` where nobody does.
         * @enum {string}
         */
        CaptureKeyLevel: "attested" | "signed";
        /**
         * @description Why the key was refused; absent where it was not. `not-readable`: The bytes are not DER, CBOR or a token: a wrong tag, a length that does not fit, or bytes left over. `chain-too-short`: The chain has fewer certificates than a phone sends. `chain-too-long`: The chain has more certificates than any phone sends. `certificate-not-readable`: A certificate of the chain is not DER as X.509 wants it, is too large, too deep, or has bytes after its end. `certificate-not-understood`: A certificate has a critical extension that this server does not know. `issuer-wrong`: A certificate does not name the next of the chain as its issuer. `signature-wrong`: A certificate was not signed by the next of the chain. `certificate-expired`: A certificate of the chain is no longer valid. `certificate-not-yet-valid`: A certificate of the chain is not valid yet. `certificate-revoked`: A certificate of the chain stands on the revocation list. `no-authority`: A certificate of the chain signs others and may not. `root-unknown`: The chain does not end at a root that this server trusts. `description-missing`: The certificate of the key has no description of the key. `description-elsewhere`: A certificate above that of the key describes a key too: the chain was made longer by somebody who owns an attested key. `description-malformed`: The description of the key is not as Android writes it. `challenge-wrong`: The attestation is for another nonce. `software-level`: The key is kept by software, and not by hardware. `boot-unlocked`: The boot loader of the phone is unlocked. `boot-unverified`: The phone did not start the system that its maker signed. `patch-level-old`: The phone misses security patches that the organisation asks for. `app-not-listed`: The organisation does not list the app, or not the certificate that signed it. `app-version-old`: The app is older than the organisation asks for. `key-imported`: The key was not made inside the hardware. `key-not-for-signing`: The key may not sign. `key-not-usable`: The key is of a kind or size that this server does not check signatures with. `counter-wrong`: The counter of the key is not 0 when it is attested, or did not go up since. `environment-wrong`: The attestation is of the development environment, which the organisation does not allow. `key-id-wrong`: The id of the key is not the hash of the key. `receipt-wrong`: The receipt inside the attestation is not signed by Apple, or is about another key. `token-wrong`: The token of Play Integrity cannot be opened with the keys of the operator. `token-old`: The token of Play Integrity was made too long ago. `device-not-recognised`: Play Integrity does not say that the phone meets what is asked. `possession-wrong`: The signature over the nonce was not made by the key. `nonce-not-good`: The nonce is over, or was given to somebody else. `nonce-used`: The nonce was used before. `too-many-keys`: As many keys were registered in the verification as it may have.
         * @enum {string}
         */
        AttestationReason: "not-readable" | "chain-too-short" | "chain-too-long" | "certificate-not-readable" | "certificate-not-understood" | "issuer-wrong" | "signature-wrong" | "certificate-expired" | "certificate-not-yet-valid" | "certificate-revoked" | "no-authority" | "root-unknown" | "description-missing" | "description-elsewhere" | "description-malformed" | "challenge-wrong" | "software-level" | "boot-unlocked" | "boot-unverified" | "patch-level-old" | "app-not-listed" | "app-version-old" | "key-imported" | "key-not-for-signing" | "key-not-usable" | "counter-wrong" | "environment-wrong" | "key-id-wrong" | "receipt-wrong" | "token-wrong" | "token-old" | "device-not-recognised" | "possession-wrong" | "nonce-not-good" | "nonce-used" | "too-many-keys";
        /**
         * Format: int32
         * @description The outcome; 200 is success.
         * @enum {integer}
         */
        RegisterCaptureKeyResultCode: 200 | 170;
        RegisterCaptureKeyAnswer: {
            capture_key?: components["schemas"]["CaptureKey"];
            reason?: components["schemas"]["AttestationReason"];
            /** @description The reason in words, with what exactly was found. */
            details?: string;
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["RegisterCaptureKeyResultCode"];
        };
        RegisterCaptureKeyRequest: {
            /** @description From `POST /capture-keys/nonce`. */
            nonce: string;
            platform: components["schemas"]["CapturePlatform"];
            /** @description Of `android`: the certificates of the key in DER as Base64, its own first, as `getCertificateChain` gives them. */
            certificate_chain?: string[];
            /** @description Of `android`: a token of Play Integrity for the same nonce. */
            integrity_token?: string;
            /** @description Of `apple`: what `attestKey` gives, as Base64, for the SHA-256 of the nonce. */
            attestation?: string;
            /** @description Of `web`: a key of P-256 as SubjectPublicKeyInfo in Base64. */
            public_key?: string;
            /** @description Of `web`: signature with SHA-256 over the lines `selfsame-capture-key-v1` and the nonce, as Base64. */
            signature?: string;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        CaptureKeyResultCode: 200;
        CaptureKeyAnswer: {
            capture_key: components["schemas"]["CaptureKey"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["CaptureKeyResultCode"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        RevokeCaptureKeyResultCode: 200;
        RevokeCaptureKeyAnswer: {
            capture_key: components["schemas"]["CaptureKey"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["RevokeCaptureKeyResultCode"];
        };
        /** @description What the organisation believes and asks of captures. */
        CaptureSettings: {
            /** @default any */
            require: components["schemas"]["CaptureAsk"];
            /**
             * @description Apps of Android; keys of others are refused.
             * @default []
             */
            android_apps: components["schemas"]["AndroidApp"][];
            /**
             * @description Apps of Apple by team and bundle, such as `ABCDE12345.vn.example.bank`; keys of others are refused.
             * @default []
             */
            apple_app_ids: string[];
            /**
             * @description Whether keys of the development environment of App Attest are taken. Not for production.
             * @default false
             */
            apple_development: boolean;
            /** @description Oldest security patches of Android that are taken, such as `2026-05`. Without it any. */
            least_patch_level?: string;
            /** @default off */
            play_integrity: components["schemas"]["PlayIntegrityAsk"];
            /** @description When they were last changed, as ISO 8601 in UTC. Null for never. */
            updated_at: string | null;
        };
        /**
         * @description What every capture must be; where the server asks for more (`SELFSAME_CAPTURE`), that holds.
         * @enum {string}
         */
        CaptureAsk: "any" | "signed" | "attested";
        /** @description An app of Android whose keys are believed. */
        AndroidApp: {
            /** @description Name of the package, such as `vn.example.bank`. */
            package: string;
            /** @description SHA-256 of each certificate that signs the app, in hexadecimal with colons or without. */
            digests: string[];
            /**
             * Format: int32
             * @description Oldest version code of the app whose keys are taken. Without it any.
             */
            least_version?: number;
        };
        /**
         * @description Whether a key of Android needs a token of Play Integrity: none, or one that meets device or strong integrity.
         * @enum {string}
         */
        PlayIntegrityAsk: "off" | "device" | "strong";
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        CaptureSettingsResultCode: 200;
        CaptureSettingsAnswer: {
            capture_settings: components["schemas"]["CaptureSettings"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["CaptureSettingsResultCode"];
        };
        /** @description A version of an app that registered keys in a quarter. */
        SeenAppVersion: {
            /** @description Quarter of the year in UTC, such as `2026-Q4`. */
            quarter: string;
            platform: components["schemas"]["CapturePlatform"];
            /** @description Package of Android, or team and bundle of Apple. */
            app: string;
            /** @description Version code; null for Apple, which attests none. */
            version: number | null;
            /**
             * Format: int32
             * @description How many keys it registered.
             */
            keys: number;
            /** @description When the first was registered, as ISO 8601 in UTC. */
            first_at: string;
            /** @description When the last was registered, as ISO 8601 in UTC. */
            last_at: string;
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        AppVersionsResultCode: 200;
        AppVersionsAnswer: {
            /** @description Versions that were seen. */
            app_versions: components["schemas"]["SeenAppVersion"][];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["AppVersionsResultCode"];
        };
        /**
         * Format: double
         * @description The outcome; 200 is success.
         * @constant
         */
        ChangeCaptureSettingsResultCode: 200;
        ChangeCaptureSettingsAnswer: {
            capture_settings: components["schemas"]["CaptureSettings"];
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            result_code: components["schemas"]["ChangeCaptureSettingsResultCode"];
        };
        ChangeCaptureSettingsRequest: {
            /** @default any */
            require?: components["schemas"]["CaptureAsk"];
            /**
             * @description Apps of Android; keys of others are refused.
             * @default []
             */
            android_apps?: components["schemas"]["AndroidApp"][];
            /**
             * @description Apps of Apple by team and bundle, such as `ABCDE12345.vn.example.bank`; keys of others are refused.
             * @default []
             */
            apple_app_ids?: string[];
            /**
             * @description Whether keys of the development environment of App Attest are taken. Not for production.
             * @default false
             */
            apple_development?: boolean;
            /** @description Oldest security patches of Android that are taken, such as `2026-05`. Without it any. */
            least_patch_level?: string;
            /** @default off */
            play_integrity?: components["schemas"]["PlayIntegrityAsk"];
        };
        Refusal: {
            /** @description The outcome as text; `result_code` is the one to program against. */
            message: string;
            /**
             * Format: int32
             * @description The outcome as a number; 200 is success.
             */
            result_code: number;
            /** @description One entry for each wrong field. Absent where the refusal is about no field. */
            errors?: components["schemas"]["FieldError"][];
        };
        FieldError: {
            /** @description The field of the request, with dots where it lies inside another: `attachment.content`. */
            path: string;
            /** @description What is wrong with the field. The value itself is never repeated. */
            message: string;
        };
    };
    responses: {
        /** @description The request is malformed; `errors` names each field. */
        refused400: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "message": "Bad Request",
                 *       "result_code": 400,
                 *       "errors": [
                 *         {
                 *           "path": "external_person_id",
                 *           "message": "is required: a text"
                 *         },
                 *         {
                 *           "path": "image_width",
                 *           "message": "must be at least 120"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The credentials are missing or not valid. */
        refused401: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                "www-authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "message": "Unauthorized",
                 *       "result_code": 401
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The API key or the token of a person is not for this call, or a page of another origin sent the request and `SELFSAME_CORS_ORIGINS` does not list it; the message says which. */
        refused403: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "message": "Forbidden",
                 *       "result_code": 403
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The request was not received in full within the time limit. */
        refused408: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "message": "Request Timeout",
                 *       "result_code": 408
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The body, a file or an image is over its limit, which is named. */
        refused413: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "message": "Payload Too Large: photo is larger than 16 MiB",
                 *       "result_code": 413,
                 *       "errors": [
                 *         {
                 *           "path": "photo",
                 *           "message": "is larger than 16 MiB"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The content type is not the one this path takes. */
        refused415: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "message": "Unsupported Media Type",
                 *       "result_code": 415
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The image or file cannot be read, or not within the limits of time and memory. */
        refused422: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "message": "Unprocessable Content: photo is not an image that can be read: JPEG, PNG, WebP, HEIC or AVIF",
                 *       "result_code": 422,
                 *       "errors": [
                 *         {
                 *           "path": "photo",
                 *           "message": "is not an image that can be read: JPEG, PNG, WebP, HEIC or AVIF"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The rate or concurrency limit of the organisation is reached; `Retry-After` says when to come back. */
        refused429: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                "retry-after": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "message": "Too Many Requests",
                 *       "result_code": 429
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description A fault of ours; the log holds it under the request id. */
        refused500: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "message": "Internal Server Error",
                 *       "result_code": 500
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Overloaded, shutting down, or a store is out of reach; `Retry-After` says when to come back. */
        refused503: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                "retry-after": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "message": "Service Unavailable",
                 *       "result_code": 503
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description There is no such path, or nothing under the id that the path names. */
        refused404: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "message": "Not Found",
                 *       "result_code": 404
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The policy wants two people to agree, and this reviewer decided before. Somebody else must agree. */
        refused469: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "message": "Second Reviewer Needed",
                 *       "result_code": 469
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description What is asked for does not fit what is there; the message says why. */
        refused409: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "message": "Conflict",
                 *       "result_code": 409
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The `Idempotency-Key` was used for another request within the last 24 hours. */
        refused468: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "message": "Idempotency Key Used",
                 *       "result_code": 468
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The organisation would store more than it may; the message names the limit and what is stored. An operator can raise the limit. */
        refused507: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "message": "Insufficient Storage: the organisation may store 100 GiB and stores 100 GiB; this needs 2.3 MiB more",
                 *       "result_code": 507
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Only for persons: result_code `465` The policy does not ask for this step, or not now: it is finished, or another comes first. The message says which. `466` The person has used up the attempts that the policy allows for this step, or another attempt is under way; the message says which. `467` The verification takes no more steps: it is being judged, or has come to its end. The message names its state. */
        refusedStep: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "message": "Step Not Open",
                 *       "result_code": 465
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description Id of this request: the one you sent in the same header, or a new one. The log of the server and the receipt of a verdict name it.
         * @example 5f6c1e0a-6c1f-4f0e-9a53-0f6d1f9f6b7e
         */
        RequestId: string;
        /**
         * @description Fields of the request that the server does not know and did not look at: paths such as `attachment.foo`, percent-encoded, between commas; `+3` at the end means three more. Absent where there are none.
         * @example attachment.foo, colour
         */
        IgnoredFields: string;
        /**
         * @description How many bytes of all files together follow the end of what the files hold, and were cut off; the field `trailing_bytes` says of which. Absent where there were none.
         * @example 2048
         */
        TrailingBytes: number;
        /**
         * @description Number of seconds to wait before the request is sent again.
         * @example 2
         */
        RetryAfter: number;
        /**
         * @description The scheme to sign in with. It is `Selfsame-Basic` where the request has `X-Requested-With: XMLHttpRequest`, so that browsers show no login box of their own.
         * @example Basic realm="Selfsame", charset="UTF-8"
         */
        WwwAuthenticate: string;
    };
    pathItems: never;
}
export type Health = components['schemas']['Health'];
export type Readiness = components['schemas']['Readiness'];
export type Sandbox = components['schemas']['Sandbox'];
export type SandboxState = components['schemas']['SandboxState'];
export type ReceiptKey = components['schemas']['ReceiptKey'];
export type ReceiptKeys = components['schemas']['ReceiptKeys'];
export type Box = components['schemas']['Box'];
export type DistanceTaskOrder = components['schemas']['DistanceTaskOrder'];
export type ToldTask = components['schemas']['ToldTask'];
export type StartDistanceChallengeResultCode = components['schemas']['StartDistanceChallengeResultCode'];
export type StartDistanceChallengeAnswer = components['schemas']['StartDistanceChallengeAnswer'];
export type CaptureSignals = components['schemas']['CaptureSignals'];
export type CameraClass = components['schemas']['CameraClass'];
export type StartDistanceChallengeRequest = components['schemas']['StartDistanceChallengeRequest'];
export type NextDistanceTaskResultCode = components['schemas']['NextDistanceTaskResultCode'];
export type NextDistanceTaskAnswer = components['schemas']['NextDistanceTaskAnswer'];
export type NextDistanceTaskRequest = components['schemas']['NextDistanceTaskRequest'];
export type Guidance = components['schemas']['Guidance'];
export type AddDistanceFrameResultCode = components['schemas']['AddDistanceFrameResultCode'];
export type AddDistanceFrameAnswer = components['schemas']['AddDistanceFrameAnswer'];
export type DistanceTask = components['schemas']['DistanceTask'];
export type AddDistanceFrameRequest = components['schemas']['AddDistanceFrameRequest'];
export type Strength = components['schemas']['Strength'];
export type PresencePart = components['schemas']['PresencePart'];
export type Capture = components['schemas']['Capture'];
export type CaptureReason = components['schemas']['CaptureReason'];
export type Check = components['schemas']['Check'];
export type CheckRule = components['schemas']['CheckRule'];
export type CheckOutcome = components['schemas']['CheckOutcome'];
export type VerifyDistanceChallengeResultCode = components['schemas']['VerifyDistanceChallengeResultCode'];
export type VerifyDistanceChallengeAnswer = components['schemas']['VerifyDistanceChallengeAnswer'];
export type VerifyDistanceChallengeRequest = components['schemas']['VerifyDistanceChallengeRequest'];
export type StartNoseChallengeResultCode = components['schemas']['StartNoseChallengeResultCode'];
export type StartNoseChallengeAnswer = components['schemas']['StartNoseChallengeAnswer'];
export type StartNoseChallengeRequest = components['schemas']['StartNoseChallengeRequest'];
export type NextNoseTaskResultCode = components['schemas']['NextNoseTaskResultCode'];
export type NextNoseTaskAnswer = components['schemas']['NextNoseTaskAnswer'];
export type NextNoseTaskRequest = components['schemas']['NextNoseTaskRequest'];
export type AddNoseFrameResultCode = components['schemas']['AddNoseFrameResultCode'];
export type AddNoseFrameAnswer = components['schemas']['AddNoseFrameAnswer'];
export type AddNoseFrameRequest = components['schemas']['AddNoseFrameRequest'];
export type VerifyNoseChallengeResultCode = components['schemas']['VerifyNoseChallengeResultCode'];
export type VerifyNoseChallengeAnswer = components['schemas']['VerifyNoseChallengeAnswer'];
export type VerifyNoseChallengeRequest = components['schemas']['VerifyNoseChallengeRequest'];
export type ProfileTask = components['schemas']['ProfileTask'];
export type StartProfileChallengeResultCode = components['schemas']['StartProfileChallengeResultCode'];
export type StartProfileChallengeAnswer = components['schemas']['StartProfileChallengeAnswer'];
export type StartProfileChallengeRequest = components['schemas']['StartProfileChallengeRequest'];
export type NextProfileTaskResultCode = components['schemas']['NextProfileTaskResultCode'];
export type NextProfileTaskAnswer = components['schemas']['NextProfileTaskAnswer'];
export type NextProfileTaskRequest = components['schemas']['NextProfileTaskRequest'];
export type AddProfileFrameResultCode = components['schemas']['AddProfileFrameResultCode'];
export type AddProfileFrameAnswer = components['schemas']['AddProfileFrameAnswer'];
export type AddProfileFrameRequest = components['schemas']['AddProfileFrameRequest'];
export type VerifyProfileChallengeResultCode = components['schemas']['VerifyProfileChallengeResultCode'];
export type VerifyProfileChallengeAnswer = components['schemas']['VerifyProfileChallengeAnswer'];
export type VerifyProfileChallengeRequest = components['schemas']['VerifyProfileChallengeRequest'];
export type LightStep = components['schemas']['LightStep'];
export type LightPattern = components['schemas']['LightPattern'];
export type StartLightChallengeResultCode = components['schemas']['StartLightChallengeResultCode'];
export type StartLightChallengeAnswer = components['schemas']['StartLightChallengeAnswer'];
export type StartLightChallengeRequest = components['schemas']['StartLightChallengeRequest'];
export type AddLightFrameResultCode = components['schemas']['AddLightFrameResultCode'];
export type AddLightFrameAnswer = components['schemas']['AddLightFrameAnswer'];
export type AddLightFrameRequest = components['schemas']['AddLightFrameRequest'];
export type VerifyLightChallengeResultCode = components['schemas']['VerifyLightChallengeResultCode'];
export type VerifyLightChallengeAnswer = components['schemas']['VerifyLightChallengeAnswer'];
export type VerifyLightChallengeRequest = components['schemas']['VerifyLightChallengeRequest'];
export type ProcessStatus = components['schemas']['ProcessStatus'];
export type CreateDocumentData = components['schemas']['CreateDocumentData'];
export type Detected = components['schemas']['Detected'];
export type DetectedDocument = components['schemas']['DetectedDocument'];
export type Source = components['schemas']['Source'];
export type Place = components['schemas']['Place'];
export type PlaceSource = components['schemas']['PlaceSource'];
export type SeenPage = components['schemas']['SeenPage'];
export type CreateDocumentResultCode = components['schemas']['CreateDocumentResultCode'];
export type CreateDocumentAnswer = components['schemas']['CreateDocumentAnswer'];
export type Attachment = components['schemas']['Attachment'];
export type CreateDocumentRequest = components['schemas']['CreateDocumentRequest'];
export type AttachToDocumentData = components['schemas']['AttachToDocumentData'];
export type AttachToDocumentResultCode = components['schemas']['AttachToDocumentResultCode'];
export type AttachToDocumentAnswer = components['schemas']['AttachToDocumentAnswer'];
export type AttachToDocumentRequest = components['schemas']['AttachToDocumentRequest'];
export type IdentityData = components['schemas']['IdentityData'];
export type CreateDocumentFromSidesResultCode = components['schemas']['CreateDocumentFromSidesResultCode'];
export type CreateDocumentFromSidesAnswer = components['schemas']['CreateDocumentFromSidesAnswer'];
export type CreateDocumentFromSidesRequest = components['schemas']['CreateDocumentFromSidesRequest'];
export type StartChipChallengeResultCode = components['schemas']['StartChipChallengeResultCode'];
export type StartChipChallengeAnswer = components['schemas']['StartChipChallengeAnswer'];
export type StartChipChallengeRequest = components['schemas']['StartChipChallengeRequest'];
export type ChipSessionChallenge = components['schemas']['ChipSessionChallenge'];
export type ChipSessionAgreement = components['schemas']['ChipSessionAgreement'];
export type OpenChipSessionResultCode = components['schemas']['OpenChipSessionResultCode'];
export type OpenChipSessionAnswer = components['schemas']['OpenChipSessionAnswer'];
export type OpenChipSessionRequest = components['schemas']['OpenChipSessionRequest'];
export type ChipAuthenticity = components['schemas']['ChipAuthenticity'];
export type ChipCopy = components['schemas']['ChipCopy'];
export type ChipCertificate = components['schemas']['ChipCertificate'];
export type ChipSignature = components['schemas']['ChipSignature'];
export type ChipData = components['schemas']['ChipData'];
export type ChipPortrait = components['schemas']['ChipPortrait'];
export type ChipFile = components['schemas']['ChipFile'];
export type CreateChipDocumentResultCode = components['schemas']['CreateChipDocumentResultCode'];
export type CreateChipDocumentAnswer = components['schemas']['CreateChipDocumentAnswer'];
export type ActiveAuthentication = components['schemas']['ActiveAuthentication'];
export type ChipSessionAnswers = components['schemas']['ChipSessionAnswers'];
export type CreateChipDocumentRequest = components['schemas']['CreateChipDocumentRequest'];
export type EvidenceSignature = components['schemas']['EvidenceSignature'];
export type ChipEvidenceResultCode = components['schemas']['ChipEvidenceResultCode'];
export type ChipEvidenceAnswer = components['schemas']['ChipEvidenceAnswer'];
export type ChipConfirmation = components['schemas']['ChipConfirmation'];
export type ChipConfirmationResult = components['schemas']['ChipConfirmationResult'];
export type ConfirmChipResultCode = components['schemas']['ConfirmChipResultCode'];
export type ConfirmChipAnswer = components['schemas']['ConfirmChipAnswer'];
export type ConfirmChipRequest = components['schemas']['ConfirmChipRequest'];
export type LicenceClassRow = components['schemas']['LicenceClassRow'];
export type LicenceData = components['schemas']['LicenceData'];
export type ReadDriverLicenseResultCode = components['schemas']['ReadDriverLicenseResultCode'];
export type ReadDriverLicenseAnswer = components['schemas']['ReadDriverLicenseAnswer'];
export type ReadDriverLicenseRequest = components['schemas']['ReadDriverLicenseRequest'];
export type TravelData = components['schemas']['TravelData'];
export type ReadMrzResultCode = components['schemas']['ReadMrzResultCode'];
export type ReadMrzAnswer = components['schemas']['ReadMrzAnswer'];
export type ReadMrzRequest = components['schemas']['ReadMrzRequest'];
export type Representative = components['schemas']['Representative'];
export type CertificateSource = components['schemas']['CertificateSource'];
export type BusinessData = components['schemas']['BusinessData'];
export type ReadBusinessRegistrationResultCode = components['schemas']['ReadBusinessRegistrationResultCode'];
export type ReadBusinessRegistrationAnswer = components['schemas']['ReadBusinessRegistrationAnswer'];
export type ReadBusinessRegistrationRequest = components['schemas']['ReadBusinessRegistrationRequest'];
export type VerifyVideoResultCode = components['schemas']['VerifyVideoResultCode'];
export type VerifyVideoAnswer = components['schemas']['VerifyVideoAnswer'];
export type VerifyVideoRequest = components['schemas']['VerifyVideoRequest'];
export type LivenessCheck = components['schemas']['LivenessCheck'];
export type FaceAngle = components['schemas']['FaceAngle'];
export type VerifyResult = components['schemas']['VerifyResult'];
export type BlockListHit = components['schemas']['BlockListHit'];
export type CompareFacesResultCode = components['schemas']['CompareFacesResultCode'];
export type CompareFacesAnswer = components['schemas']['CompareFacesAnswer'];
export type CompareFacesRequest = components['schemas']['CompareFacesRequest'];
export type SignCollectionIdResultCode = components['schemas']['SignCollectionIdResultCode'];
export type SignCollectionIdAnswer = components['schemas']['SignCollectionIdAnswer'];
export type SignCollectionIdRequest = components['schemas']['SignCollectionIdRequest'];
export type FaceWarning = components['schemas']['FaceWarning'];
export type FaceWarningKind = components['schemas']['FaceWarningKind'];
export type RegisterFaceResultCode = components['schemas']['RegisterFaceResultCode'];
export type RegisterFaceAnswer = components['schemas']['RegisterFaceAnswer'];
export type DuplicateRule = components['schemas']['DuplicateRule'];
export type RegisterFaceRequest = components['schemas']['RegisterFaceRequest'];
export type IdentifyFaceResultCode = components['schemas']['IdentifyFaceResultCode'];
export type IdentifyFaceAnswer = components['schemas']['IdentifyFaceAnswer'];
export type IdentifyFaceRequest = components['schemas']['IdentifyFaceRequest'];
export type DeleteFaceResultCode = components['schemas']['DeleteFaceResultCode'];
export type DeleteFaceAnswer = components['schemas']['DeleteFaceAnswer'];
export type DeleteFaceRequest = components['schemas']['DeleteFaceRequest'];
export type FaceDuplicate = components['schemas']['FaceDuplicate'];
export type DuplicateKind = components['schemas']['DuplicateKind'];
export type FindDuplicatesResultCode = components['schemas']['FindDuplicatesResultCode'];
export type FindDuplicatesAnswer = components['schemas']['FindDuplicatesAnswer'];
export type FindDuplicatesRequest = components['schemas']['FindDuplicatesRequest'];
export type DuplicateSearchState = components['schemas']['DuplicateSearchState'];
export type StartDuplicateSearchResultCode = components['schemas']['StartDuplicateSearchResultCode'];
export type StartDuplicateSearchAnswer = components['schemas']['StartDuplicateSearchAnswer'];
export type StartDuplicateSearchRequest = components['schemas']['StartDuplicateSearchRequest'];
export type DuplicateSearchResultCode = components['schemas']['DuplicateSearchResultCode'];
export type DuplicateSearchAnswer = components['schemas']['DuplicateSearchAnswer'];
export type StopDuplicateSearchResultCode = components['schemas']['StopDuplicateSearchResultCode'];
export type StopDuplicateSearchAnswer = components['schemas']['StopDuplicateSearchAnswer'];
export type StopDuplicateSearchRequest = components['schemas']['StopDuplicateSearchRequest'];
export type FaceCollection = components['schemas']['FaceCollection'];
export type ListCollectionsResultCode = components['schemas']['ListCollectionsResultCode'];
export type ListCollectionsAnswer = components['schemas']['ListCollectionsAnswer'];
export type RegisteredFace = components['schemas']['RegisteredFace'];
export type ListFacesResultCode = components['schemas']['ListFacesResultCode'];
export type ListFacesAnswer = components['schemas']['ListFacesAnswer'];
export type Erased = components['schemas']['Erased'];
export type ErasePersonResultCode = components['schemas']['ErasePersonResultCode'];
export type ErasePersonAnswer = components['schemas']['ErasePersonAnswer'];
export type ErasePersonRequest = components['schemas']['ErasePersonRequest'];
export type ExportedChallenge = components['schemas']['ExportedChallenge'];
export type ExportedVerdict = components['schemas']['ExportedVerdict'];
export type ExportedFrame = components['schemas']['ExportedFrame'];
export type ExportedPrint = components['schemas']['ExportedPrint'];
export type ExportedDocument = components['schemas']['ExportedDocument'];
export type ExportedPicture = components['schemas']['ExportedPicture'];
export type ExportedConfirmation = components['schemas']['ExportedConfirmation'];
export type ExportedFace = components['schemas']['ExportedFace'];
export type ExportedDuplicate = components['schemas']['ExportedDuplicate'];
export type ExportedCollection = components['schemas']['ExportedCollection'];
export type ExportedVerification = components['schemas']['ExportedVerification'];
export type ExportedAttempt = components['schemas']['ExportedAttempt'];
export type ExportedEvent = components['schemas']['ExportedEvent'];
export type ExportedNote = components['schemas']['ExportedNote'];
export type ExportedLink = components['schemas']['ExportedLink'];
export type ExportedToken = components['schemas']['ExportedToken'];
export type ExportedDelivery = components['schemas']['ExportedDelivery'];
export type ExportPersonResultCode = components['schemas']['ExportPersonResultCode'];
export type ExportPersonAnswer = components['schemas']['ExportPersonAnswer'];
export type ExportPersonRequest = components['schemas']['ExportPersonRequest'];
export type OrganisationKeptHours = components['schemas']['OrganisationKeptHours'];
export type FileLimits = components['schemas']['FileLimits'];
export type UsedApiKey = components['schemas']['UsedApiKey'];
export type OrganisationResultCode = components['schemas']['OrganisationResultCode'];
export type OrganisationAnswer = components['schemas']['OrganisationAnswer'];
export type ReceiptInput = components['schemas']['ReceiptInput'];
export type ReceiptNetwork = components['schemas']['ReceiptNetwork'];
export type ReceiptCapture = components['schemas']['ReceiptCapture'];
export type ReceiptVerification = components['schemas']['ReceiptVerification'];
export type ReceiptReason = components['schemas']['ReceiptReason'];
export type ReceiptPart = components['schemas']['ReceiptPart'];
export type ReceiptServer = components['schemas']['ReceiptServer'];
export type ReceiptEntry = components['schemas']['ReceiptEntry'];
export type Receipt = components['schemas']['Receipt'];
export type ReceiptSignature = components['schemas']['ReceiptSignature'];
export type ReceiptResultCode = components['schemas']['ReceiptResultCode'];
export type ReceiptAnswer = components['schemas']['ReceiptAnswer'];
export type PolicyConsent = components['schemas']['PolicyConsent'];
export type PolicyDocument = components['schemas']['PolicyDocument'];
export type PolicyChip = components['schemas']['PolicyChip'];
export type ChipMode = components['schemas']['ChipMode'];
export type CopyProof = components['schemas']['CopyProof'];
export type PolicyLiveness = components['schemas']['PolicyLiveness'];
export type LivenessFamily = components['schemas']['LivenessFamily'];
export type LeastStrength = components['schemas']['LeastStrength'];
export type PolicyPresence = components['schemas']['PolicyPresence'];
export type LeastCapture = components['schemas']['LeastCapture'];
export type PolicyConfirmation = components['schemas']['PolicyConfirmation'];
export type PolicySteps = components['schemas']['PolicySteps'];
export type PolicyMatch = components['schemas']['PolicyMatch'];
export type ExpectedField = components['schemas']['ExpectedField'];
export type PolicyAge = components['schemas']['PolicyAge'];
export type PolicyScreening = components['schemas']['PolicyScreening'];
export type PolicyDuplicates = components['schemas']['PolicyDuplicates'];
export type PolicyBlockList = components['schemas']['PolicyBlockList'];
export type PolicyReview = components['schemas']['PolicyReview'];
export type ReasonOutcome = components['schemas']['ReasonOutcome'];
export type Policy = components['schemas']['Policy'];
export type CreatePolicyResultCode = components['schemas']['CreatePolicyResultCode'];
export type CreatePolicyAnswer = components['schemas']['CreatePolicyAnswer'];
export type PolicyDocumentDefinition = components['schemas']['PolicyDocumentDefinition'];
export type PolicyChipDefinition = components['schemas']['PolicyChipDefinition'];
export type PolicyLivenessDefinition = components['schemas']['PolicyLivenessDefinition'];
export type PolicyPresenceDefinition = components['schemas']['PolicyPresenceDefinition'];
export type PolicyStepsDefinition = components['schemas']['PolicyStepsDefinition'];
export type PolicyMatchDefinition = components['schemas']['PolicyMatchDefinition'];
export type PolicyScreeningDefinition = components['schemas']['PolicyScreeningDefinition'];
export type PolicyDuplicatesDefinition = components['schemas']['PolicyDuplicatesDefinition'];
export type PolicyBlockListDefinition = components['schemas']['PolicyBlockListDefinition'];
export type PolicyReviewDefinition = components['schemas']['PolicyReviewDefinition'];
export type PolicyDefinition = components['schemas']['PolicyDefinition'];
export type CreatePolicyRequest = components['schemas']['CreatePolicyRequest'];
export type ChangePolicyResultCode = components['schemas']['ChangePolicyResultCode'];
export type ChangePolicyAnswer = components['schemas']['ChangePolicyAnswer'];
export type ChangePolicyRequest = components['schemas']['ChangePolicyRequest'];
export type ListedPolicy = components['schemas']['ListedPolicy'];
export type ListPoliciesResultCode = components['schemas']['ListPoliciesResultCode'];
export type ListPoliciesAnswer = components['schemas']['ListPoliciesAnswer'];
export type PolicyVersion = components['schemas']['PolicyVersion'];
export type PolicyResultCode = components['schemas']['PolicyResultCode'];
export type PolicyAnswer = components['schemas']['PolicyAnswer'];
export type PolicyVersionResultCode = components['schemas']['PolicyVersionResultCode'];
export type PolicyVersionAnswer = components['schemas']['PolicyVersionAnswer'];
export type ArchivePolicyResultCode = components['schemas']['ArchivePolicyResultCode'];
export type ArchivePolicyAnswer = components['schemas']['ArchivePolicyAnswer'];
export type ArchivePolicyRequest = components['schemas']['ArchivePolicyRequest'];
export type TrialChange = components['schemas']['TrialChange'];
export type Decision = components['schemas']['Decision'];
export type TryPolicyResultCode = components['schemas']['TryPolicyResultCode'];
export type TryPolicyAnswer = components['schemas']['TryPolicyAnswer'];
export type TryPolicyRequest = components['schemas']['TryPolicyRequest'];
export type VerificationState = components['schemas']['VerificationState'];
export type Claim = components['schemas']['Claim'];
export type VerificationAttempt = components['schemas']['VerificationAttempt'];
export type StepName = components['schemas']['StepName'];
export type AttemptOutcome = components['schemas']['AttemptOutcome'];
export type VerificationVerdict = components['schemas']['VerificationVerdict'];
export type DecidedBy = components['schemas']['DecidedBy'];
export type Reason = components['schemas']['Reason'];
export type ReasonName = components['schemas']['ReasonName'];
export type ReasonWords = components['schemas']['ReasonWords'];
export type StepOutcome = components['schemas']['StepOutcome'];
export type ExpectedOutcome = components['schemas']['ExpectedOutcome'];
export type ExpectedComparison = components['schemas']['ExpectedComparison'];
export type FaceMatch = components['schemas']['FaceMatch'];
export type PortraitSource = components['schemas']['PortraitSource'];
export type VerifiedDocument = components['schemas']['VerifiedDocument'];
export type VerifiedChip = components['schemas']['VerifiedChip'];
export type Proposal = components['schemas']['Proposal'];
export type ProposedDecision = components['schemas']['ProposedDecision'];
export type VerificationLink = components['schemas']['VerificationLink'];
export type CreateVerificationResultCode = components['schemas']['CreateVerificationResultCode'];
export type CreateVerificationAnswer = components['schemas']['CreateVerificationAnswer'];
export type ExpectedData = components['schemas']['ExpectedData'];
export type Locale = components['schemas']['Locale'];
export type CreateVerificationRequest = components['schemas']['CreateVerificationRequest'];
export type VerificationResultCode = components['schemas']['VerificationResultCode'];
export type VerificationAnswer = components['schemas']['VerificationAnswer'];
export type Flag = components['schemas']['Flag'];
export type VerificationSummary = components['schemas']['VerificationSummary'];
export type ListVerificationsResultCode = components['schemas']['ListVerificationsResultCode'];
export type ListVerificationsAnswer = components['schemas']['ListVerificationsAnswer'];
export type CancelVerificationResultCode = components['schemas']['CancelVerificationResultCode'];
export type CancelVerificationAnswer = components['schemas']['CancelVerificationAnswer'];
export type CancelVerificationRequest = components['schemas']['CancelVerificationRequest'];
export type RedactVerificationResultCode = components['schemas']['RedactVerificationResultCode'];
export type RedactVerificationAnswer = components['schemas']['RedactVerificationAnswer'];
export type RedactVerificationRequest = components['schemas']['RedactVerificationRequest'];
export type CreateVerificationLinkResultCode = components['schemas']['CreateVerificationLinkResultCode'];
export type CreateVerificationLinkAnswer = components['schemas']['CreateVerificationLinkAnswer'];
export type CreateVerificationLinkRequest = components['schemas']['CreateVerificationLinkRequest'];
export type DecideVerificationResultCode = components['schemas']['DecideVerificationResultCode'];
export type DecideVerificationAnswer = components['schemas']['DecideVerificationAnswer'];
export type ReviewerDecision = components['schemas']['ReviewerDecision'];
export type DecideVerificationRequest = components['schemas']['DecideVerificationRequest'];
export type VerificationEvent = components['schemas']['VerificationEvent'];
export type Actor = components['schemas']['Actor'];
export type VerificationEventsResultCode = components['schemas']['VerificationEventsResultCode'];
export type VerificationEventsAnswer = components['schemas']['VerificationEventsAnswer'];
export type VerificationReceiptResultCode = components['schemas']['VerificationReceiptResultCode'];
export type VerificationReceiptAnswer = components['schemas']['VerificationReceiptAnswer'];
export type VerificationPicture = components['schemas']['VerificationPicture'];
export type PictureOf = components['schemas']['PictureOf'];
export type VerificationPicturesResultCode = components['schemas']['VerificationPicturesResultCode'];
export type VerificationPicturesAnswer = components['schemas']['VerificationPicturesAnswer'];
export type SourcedField = components['schemas']['SourcedField'];
export type FieldSource = components['schemas']['FieldSource'];
export type SourceName = components['schemas']['SourceName'];
export type SideName = components['schemas']['SideName'];
export type VerificationFieldsResultCode = components['schemas']['VerificationFieldsResultCode'];
export type VerificationFieldsAnswer = components['schemas']['VerificationFieldsAnswer'];
export type Duplicate = components['schemas']['Duplicate'];
export type OtherVerification = components['schemas']['OtherVerification'];
export type VerificationDuplicatesResultCode = components['schemas']['VerificationDuplicatesResultCode'];
export type VerificationDuplicatesAnswer = components['schemas']['VerificationDuplicatesAnswer'];
export type Look = components['schemas']['Look'];
export type LookedBy = components['schemas']['LookedBy'];
export type VerificationLooksResultCode = components['schemas']['VerificationLooksResultCode'];
export type VerificationLooksAnswer = components['schemas']['VerificationLooksAnswer'];
export type VerificationNote = components['schemas']['VerificationNote'];
export type AddVerificationNoteResultCode = components['schemas']['AddVerificationNoteResultCode'];
export type AddVerificationNoteAnswer = components['schemas']['AddVerificationNoteAnswer'];
export type AddVerificationNoteRequest = components['schemas']['AddVerificationNoteRequest'];
export type VerificationNotesResultCode = components['schemas']['VerificationNotesResultCode'];
export type VerificationNotesAnswer = components['schemas']['VerificationNotesAnswer'];
export type ClaimVerificationResultCode = components['schemas']['ClaimVerificationResultCode'];
export type ClaimVerificationAnswer = components['schemas']['ClaimVerificationAnswer'];
export type ClaimVerificationRequest = components['schemas']['ClaimVerificationRequest'];
export type ReleaseVerificationResultCode = components['schemas']['ReleaseVerificationResultCode'];
export type ReleaseVerificationAnswer = components['schemas']['ReleaseVerificationAnswer'];
export type ReleaseVerificationRequest = components['schemas']['ReleaseVerificationRequest'];
export type StateCount = components['schemas']['StateCount'];
export type LastStepCount = components['schemas']['LastStepCount'];
export type ReasonCount = components['schemas']['ReasonCount'];
export type TimesOf = components['schemas']['TimesOf'];
export type DayCount = components['schemas']['DayCount'];
export type VerificationStatisticsResultCode = components['schemas']['VerificationStatisticsResultCode'];
export type VerificationStatisticsAnswer = components['schemas']['VerificationStatisticsAnswer'];
export type VerificationSession = components['schemas']['VerificationSession'];
export type SessionStep = components['schemas']['SessionStep'];
export type StepState = components['schemas']['StepState'];
export type SessionBrand = components['schemas']['SessionBrand'];
export type SessionTexts = components['schemas']['SessionTexts'];
export type SessionColours = components['schemas']['SessionColours'];
export type SessionDocument = components['schemas']['SessionDocument'];
export type SessionChip = components['schemas']['SessionChip'];
export type SessionChipKey = components['schemas']['SessionChipKey'];
export type SessionKeptHours = components['schemas']['SessionKeptHours'];
export type StartVerificationSessionResultCode = components['schemas']['StartVerificationSessionResultCode'];
export type StartVerificationSessionAnswer = components['schemas']['StartVerificationSessionAnswer'];
export type StartVerificationSessionRequest = components['schemas']['StartVerificationSessionRequest'];
export type VerificationSessionResultCode = components['schemas']['VerificationSessionResultCode'];
export type VerificationSessionAnswer = components['schemas']['VerificationSessionAnswer'];
export type SessionLogoResultCode = components['schemas']['SessionLogoResultCode'];
export type SessionLogoAnswer = components['schemas']['SessionLogoAnswer'];
export type GiveConsentResultCode = components['schemas']['GiveConsentResultCode'];
export type GiveConsentAnswer = components['schemas']['GiveConsentAnswer'];
export type GiveConsentRequest = components['schemas']['GiveConsentRequest'];
export type SkipStepResultCode = components['schemas']['SkipStepResultCode'];
export type SkipStepAnswer = components['schemas']['SkipStepAnswer'];
export type SkipStepRequest = components['schemas']['SkipStepRequest'];
export type ConfirmDataResultCode = components['schemas']['ConfirmDataResultCode'];
export type ConfirmDataAnswer = components['schemas']['ConfirmDataAnswer'];
export type ConfirmDataRequest = components['schemas']['ConfirmDataRequest'];
export type HandOverSessionResultCode = components['schemas']['HandOverSessionResultCode'];
export type HandOverSessionAnswer = components['schemas']['HandOverSessionAnswer'];
export type HandOverSessionRequest = components['schemas']['HandOverSessionRequest'];
export type Persona = components['schemas']['Persona'];
export type PersonaDecision = components['schemas']['PersonaDecision'];
export type PersonaHolder = components['schemas']['PersonaHolder'];
export type ListPersonasResultCode = components['schemas']['ListPersonasResultCode'];
export type ListPersonasAnswer = components['schemas']['ListPersonasAnswer'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type CreateWebhookEndpointResultCode = components['schemas']['CreateWebhookEndpointResultCode'];
export type CreateWebhookEndpointAnswer = components['schemas']['CreateWebhookEndpointAnswer'];
export type CreateWebhookEndpointRequest = components['schemas']['CreateWebhookEndpointRequest'];
export type WebhookEndpointsResultCode = components['schemas']['WebhookEndpointsResultCode'];
export type WebhookEndpointsAnswer = components['schemas']['WebhookEndpointsAnswer'];
export type WebhookEndpointResultCode = components['schemas']['WebhookEndpointResultCode'];
export type WebhookEndpointAnswer = components['schemas']['WebhookEndpointAnswer'];
export type ChangeWebhookEndpointResultCode = components['schemas']['ChangeWebhookEndpointResultCode'];
export type ChangeWebhookEndpointAnswer = components['schemas']['ChangeWebhookEndpointAnswer'];
export type ChangeWebhookEndpointRequest = components['schemas']['ChangeWebhookEndpointRequest'];
export type RotateWebhookSecretResultCode = components['schemas']['RotateWebhookSecretResultCode'];
export type RotateWebhookSecretAnswer = components['schemas']['RotateWebhookSecretAnswer'];
export type RotateWebhookSecretRequest = components['schemas']['RotateWebhookSecretRequest'];
export type RemoveWebhookEndpointResultCode = components['schemas']['RemoveWebhookEndpointResultCode'];
export type RemoveWebhookEndpointAnswer = components['schemas']['RemoveWebhookEndpointAnswer'];
export type TestWebhookEndpointResultCode = components['schemas']['TestWebhookEndpointResultCode'];
export type TestWebhookEndpointAnswer = components['schemas']['TestWebhookEndpointAnswer'];
export type WebhookDeliveryState = components['schemas']['WebhookDeliveryState'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookDeliveriesResultCode = components['schemas']['WebhookDeliveriesResultCode'];
export type WebhookDeliveriesAnswer = components['schemas']['WebhookDeliveriesAnswer'];
export type WebhookAttempt = components['schemas']['WebhookAttempt'];
export type WebhookDeliveryResultCode = components['schemas']['WebhookDeliveryResultCode'];
export type WebhookDeliveryAnswer = components['schemas']['WebhookDeliveryAnswer'];
export type ReplayWebhookDeliveryResultCode = components['schemas']['ReplayWebhookDeliveryResultCode'];
export type ReplayWebhookDeliveryAnswer = components['schemas']['ReplayWebhookDeliveryAnswer'];
export type ApiKey = components['schemas']['ApiKey'];
export type ApiKeyState = components['schemas']['ApiKeyState'];
export type ApiKeysResultCode = components['schemas']['ApiKeysResultCode'];
export type ApiKeysAnswer = components['schemas']['ApiKeysAnswer'];
export type CreateApiKeyResultCode = components['schemas']['CreateApiKeyResultCode'];
export type CreateApiKeyAnswer = components['schemas']['CreateApiKeyAnswer'];
export type ApiKeyScope = components['schemas']['ApiKeyScope'];
export type CreateApiKeyRequest = components['schemas']['CreateApiKeyRequest'];
export type RotateApiKeyResultCode = components['schemas']['RotateApiKeyResultCode'];
export type RotateApiKeyAnswer = components['schemas']['RotateApiKeyAnswer'];
export type RotateApiKeyRequest = components['schemas']['RotateApiKeyRequest'];
export type RevokeApiKeyResultCode = components['schemas']['RevokeApiKeyResultCode'];
export type RevokeApiKeyAnswer = components['schemas']['RevokeApiKeyAnswer'];
export type Member = components['schemas']['Member'];
export type MemberRole = components['schemas']['MemberRole'];
export type MemberState = components['schemas']['MemberState'];
export type MembersResultCode = components['schemas']['MembersResultCode'];
export type MembersAnswer = components['schemas']['MembersAnswer'];
export type MemberInvitation = components['schemas']['MemberInvitation'];
export type InviteMemberResultCode = components['schemas']['InviteMemberResultCode'];
export type InviteMemberAnswer = components['schemas']['InviteMemberAnswer'];
export type InviteMemberRequest = components['schemas']['InviteMemberRequest'];
export type MemberResultCode = components['schemas']['MemberResultCode'];
export type MemberAnswer = components['schemas']['MemberAnswer'];
export type ChangeMemberResultCode = components['schemas']['ChangeMemberResultCode'];
export type ChangeMemberAnswer = components['schemas']['ChangeMemberAnswer'];
export type ChangeMemberRequest = components['schemas']['ChangeMemberRequest'];
export type ResetMemberResultCode = components['schemas']['ResetMemberResultCode'];
export type ResetMemberAnswer = components['schemas']['ResetMemberAnswer'];
export type SignOutMemberResultCode = components['schemas']['SignOutMemberResultCode'];
export type SignOutMemberAnswer = components['schemas']['SignOutMemberAnswer'];
export type RemoveMemberResultCode = components['schemas']['RemoveMemberResultCode'];
export type RemoveMemberAnswer = components['schemas']['RemoveMemberAnswer'];
export type SignedInMember = components['schemas']['SignedInMember'];
export type SignInResultCode = components['schemas']['SignInResultCode'];
export type SignInAnswer = components['schemas']['SignInAnswer'];
export type SignInRequest = components['schemas']['SignInRequest'];
export type PasskeySignInOptionsResultCode = components['schemas']['PasskeySignInOptionsResultCode'];
export type PasskeySignInOptionsAnswer = components['schemas']['PasskeySignInOptionsAnswer'];
export type SignInWithPasskeyResultCode = components['schemas']['SignInWithPasskeyResultCode'];
export type SignInWithPasskeyAnswer = components['schemas']['SignInWithPasskeyAnswer'];
export type SignInWithPasskeyRequest = components['schemas']['SignInWithPasskeyRequest'];
export type InvitationResultCode = components['schemas']['InvitationResultCode'];
export type InvitationAnswer = components['schemas']['InvitationAnswer'];
export type InvitationRequest = components['schemas']['InvitationRequest'];
export type JoinPasskeyOptionsResultCode = components['schemas']['JoinPasskeyOptionsResultCode'];
export type JoinPasskeyOptionsAnswer = components['schemas']['JoinPasskeyOptionsAnswer'];
export type JoinPasskeyOptionsRequest = components['schemas']['JoinPasskeyOptionsRequest'];
export type JoinResultCode = components['schemas']['JoinResultCode'];
export type JoinAnswer = components['schemas']['JoinAnswer'];
export type JoinRequest = components['schemas']['JoinRequest'];
export type MemberSessionResultCode = components['schemas']['MemberSessionResultCode'];
export type MemberSessionAnswer = components['schemas']['MemberSessionAnswer'];
export type SignOutResultCode = components['schemas']['SignOutResultCode'];
export type SignOutAnswer = components['schemas']['SignOutAnswer'];
export type MemberSession = components['schemas']['MemberSession'];
export type MemberSessionsResultCode = components['schemas']['MemberSessionsResultCode'];
export type MemberSessionsAnswer = components['schemas']['MemberSessionsAnswer'];
export type EndMemberSessionResultCode = components['schemas']['EndMemberSessionResultCode'];
export type EndMemberSessionAnswer = components['schemas']['EndMemberSessionAnswer'];
export type ChangeMemberPasswordResultCode = components['schemas']['ChangeMemberPasswordResultCode'];
export type ChangeMemberPasswordAnswer = components['schemas']['ChangeMemberPasswordAnswer'];
export type ChangeMemberPasswordRequest = components['schemas']['ChangeMemberPasswordRequest'];
export type MemberPasskey = components['schemas']['MemberPasskey'];
export type MemberPasskeysResultCode = components['schemas']['MemberPasskeysResultCode'];
export type MemberPasskeysAnswer = components['schemas']['MemberPasskeysAnswer'];
export type AddPasskeyOptionsResultCode = components['schemas']['AddPasskeyOptionsResultCode'];
export type AddPasskeyOptionsAnswer = components['schemas']['AddPasskeyOptionsAnswer'];
export type AddPasskeyResultCode = components['schemas']['AddPasskeyResultCode'];
export type AddPasskeyAnswer = components['schemas']['AddPasskeyAnswer'];
export type AddPasskeyRequest = components['schemas']['AddPasskeyRequest'];
export type RemovePasskeyResultCode = components['schemas']['RemovePasskeyResultCode'];
export type RemovePasskeyAnswer = components['schemas']['RemovePasskeyAnswer'];
export type Brand = components['schemas']['Brand'];
export type BrandTexts = components['schemas']['BrandTexts'];
export type BrandResultCode = components['schemas']['BrandResultCode'];
export type BrandAnswer = components['schemas']['BrandAnswer'];
export type BrandLogoResultCode = components['schemas']['BrandLogoResultCode'];
export type BrandLogoAnswer = components['schemas']['BrandLogoAnswer'];
export type ChangeBrandResultCode = components['schemas']['ChangeBrandResultCode'];
export type ChangeBrandAnswer = components['schemas']['ChangeBrandAnswer'];
export type ChangeBrandRequest = components['schemas']['ChangeBrandRequest'];
export type CaptureNonceResultCode = components['schemas']['CaptureNonceResultCode'];
export type CaptureNonceAnswer = components['schemas']['CaptureNonceAnswer'];
export type CaptureNonceRequest = components['schemas']['CaptureNonceRequest'];
export type CaptureKey = components['schemas']['CaptureKey'];
export type CapturePlatform = components['schemas']['CapturePlatform'];
export type CaptureKeyLevel = components['schemas']['CaptureKeyLevel'];
export type AttestationReason = components['schemas']['AttestationReason'];
export type RegisterCaptureKeyResultCode = components['schemas']['RegisterCaptureKeyResultCode'];
export type RegisterCaptureKeyAnswer = components['schemas']['RegisterCaptureKeyAnswer'];
export type RegisterCaptureKeyRequest = components['schemas']['RegisterCaptureKeyRequest'];
export type CaptureKeyResultCode = components['schemas']['CaptureKeyResultCode'];
export type CaptureKeyAnswer = components['schemas']['CaptureKeyAnswer'];
export type RevokeCaptureKeyResultCode = components['schemas']['RevokeCaptureKeyResultCode'];
export type RevokeCaptureKeyAnswer = components['schemas']['RevokeCaptureKeyAnswer'];
export type CaptureSettings = components['schemas']['CaptureSettings'];
export type CaptureAsk = components['schemas']['CaptureAsk'];
export type AndroidApp = components['schemas']['AndroidApp'];
export type PlayIntegrityAsk = components['schemas']['PlayIntegrityAsk'];
export type CaptureSettingsResultCode = components['schemas']['CaptureSettingsResultCode'];
export type CaptureSettingsAnswer = components['schemas']['CaptureSettingsAnswer'];
export type SeenAppVersion = components['schemas']['SeenAppVersion'];
export type AppVersionsResultCode = components['schemas']['AppVersionsResultCode'];
export type AppVersionsAnswer = components['schemas']['AppVersionsAnswer'];
export type ChangeCaptureSettingsResultCode = components['schemas']['ChangeCaptureSettingsResultCode'];
export type ChangeCaptureSettingsAnswer = components['schemas']['ChangeCaptureSettingsAnswer'];
export type ChangeCaptureSettingsRequest = components['schemas']['ChangeCaptureSettingsRequest'];
export type Refusal = components['schemas']['Refusal'];
export type FieldError = components['schemas']['FieldError'];
export type ResponseRefused400 = components['responses']['refused400'];
export type ResponseRefused401 = components['responses']['refused401'];
export type ResponseRefused403 = components['responses']['refused403'];
export type ResponseRefused408 = components['responses']['refused408'];
export type ResponseRefused413 = components['responses']['refused413'];
export type ResponseRefused415 = components['responses']['refused415'];
export type ResponseRefused422 = components['responses']['refused422'];
export type ResponseRefused429 = components['responses']['refused429'];
export type ResponseRefused500 = components['responses']['refused500'];
export type ResponseRefused503 = components['responses']['refused503'];
export type ResponseRefused404 = components['responses']['refused404'];
export type ResponseRefused469 = components['responses']['refused469'];
export type ResponseRefused409 = components['responses']['refused409'];
export type ResponseRefused468 = components['responses']['refused468'];
export type ResponseRefused507 = components['responses']['refused507'];
export type ResponseRefusedStep = components['responses']['refusedStep'];
export type HeaderRequestId = components['headers']['RequestId'];
export type HeaderIgnoredFields = components['headers']['IgnoredFields'];
export type HeaderTrailingBytes = components['headers']['TrailingBytes'];
export type HeaderRetryAfter = components['headers']['RetryAfter'];
export type HeaderWwwAuthenticate = components['headers']['WwwAuthenticate'];
export type $defs = Record<string, never>;
export interface operations {
    /** Say that the process is alive. */
    healthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is alive. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Success",
                     *       "result_code": 200
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    /** Say whether database, files, workers and gallery answer, and videos can be read. */
    readyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The server is ready. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Success",
                     *       "result_code": 200,
                     *       "checks": {
                     *         "database": "ok",
                     *         "files": "ok",
                     *         "workers": "ok",
                     *         "videos": "ok",
                     *         "gallery": "ok"
                     *       },
                     *       "sandbox": {
                     *         "state": "caged",
                     *         "layers": [
                     *           "namespaces",
                     *           "landlock",
                     *           "seccomp",
                     *           "no-new-privileges",
                     *           "environment"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description The server is not ready. `checks` says what is wrong. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Service Unavailable",
                     *       "result_code": 503,
                     *       "checks": {
                     *         "database": "no answer within 3 s",
                     *         "files": "ok",
                     *         "workers": "ok",
                     *         "videos": "ok",
                     *         "gallery": "ok"
                     *       },
                     *       "sandbox": {
                     *         "state": "caged",
                     *         "layers": [
                     *           "namespaces",
                     *           "landlock",
                     *           "seccomp",
                     *           "no-new-privileges",
                     *           "environment"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    /** List the keys that sign receipts, newest first, as a JWK set. */
    receiptKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. A key that has signed stays listed for ever. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "kty": "OKP",
                     *           "crv": "Ed25519",
                     *           "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
                     *           "kid": "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
                     *           "alg": "EdDSA",
                     *           "use": "sig"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/jwk-set+json": components["schemas"]["ReceiptKeys"];
                };
            };
        };
    };
    /** Give metrics for Prometheus. */
    metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics in the text format of Prometheus. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example # HELP process_cpu_user_seconds_total Total user CPU time spent in seconds.
                     *     # TYPE process_cpu_user_seconds_total counter
                     *     process_cpu_user_seconds_total 6.402257
                     */
                    "text/plain": string;
                };
            };
        };
    };
    /** Start a distance challenge. Show the box of each distance, send the frames of each while the face fills its box, then verify. Boxes are in pixels of the announced size. */
    startDistanceChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "external_person_id": "anna",
                 *       "image_width": 360,
                 *       "image_height": 480,
                 *       "far_amount": 2,
                 *       "normal_amount": 2,
                 *       "close_amount": 2
                 *     }
                 */
                "application/json": components["schemas"]["StartDistanceChallengeRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartDistanceChallengeAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
            507: components["responses"]["refused507"];
        };
    };
    /** Start a distance challenge. Show the box of each distance, send the frames of each while the face fills its box, then verify. Boxes are in pixels of the announced size. */
    startDistanceChallengeShort: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "external_person_id": "anna",
                 *       "image_width": 360,
                 *       "image_height": 480,
                 *       "far_amount": 2,
                 *       "normal_amount": 2,
                 *       "close_amount": 2
                 *     }
                 */
                "application/json": components["schemas"]["StartDistanceChallengeRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartDistanceChallengeAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
            507: components["responses"]["refused507"];
        };
    };
    /** Tell the next task of a distance challenge. Ask when the frames of a task are sent. The answer waits up to three seconds for frames that are on their way. Frames of a task count only between the answer that gives it and the one that gives the next. */
    nextDistanceTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the challenge: `id` of the answer to its start.
                 * @example 2c76bc9e-276e-420d-bf9a-f9ee9ceeba15
                 */
                challenge_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "done": "keep-face-ahead"
                 *     }
                 */
                "application/json": components["schemas"]["NextDistanceTaskRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success, `143` Request Challenge ID Not Found. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NextDistanceTaskAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Send a frame of a distance challenge. Frames may be sent in any order and in parallel. They are judged in the order of their timestamps. A copy of the same bytes counts as sent, and is judged once. */
    addDistanceFrame: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the challenge: `id` of the answer to its start.
                 * @example 2c76bc9e-276e-420d-bf9a-f9ee9ceeba15
                 */
                challenge_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "timestamp": 1760000000000,
                 *       "photo": "UklGRjIAAABXRUJQVlA4ICYAAADQAgCdASoSABgAPm0ylUekIyIhKAgAgA2JaQAAPaOgAP7nGgAAAA==",
                 *       "task": "far-distance"
                 *     }
                 */
                "application/json": components["schemas"]["AddDistanceFrameRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success, `143` Request Challenge ID Not Found. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddDistanceFrameAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
            507: components["responses"]["refused507"];
        };
    };
    /** Judge a distance challenge. A challenge is judged once. A second call repeats the first verdict. Where more frames of a task came than asked, those whose guidance was not `ok` are set aside, as long as enough are left. */
    verifyDistanceChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the challenge: `id` of the answer to its start.
                 * @example 2c76bc9e-276e-420d-bf9a-f9ee9ceeba15
                 */
                challenge_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "passive_liveness_frame_percentage": 0.5,
                 *       "passive_liveness_threshold": 0.5
                 *     }
                 */
                "application/json": components["schemas"]["VerifyDistanceChallengeRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success, `143` Request Challenge ID Not Found, `144` Moving Photo Is Missing, `140` Task Order Not Found, `131` No Face Detected, `135` Found More Than One Face, `184` Distance Task Failed, `141` face-not-genuine, `171` Capture Not As Asked. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyDistanceChallengeAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Start a nose challenge. Show both boxes; send frames from the moment the face is in the area until the tip of the nose is in its box, then verify. */
    startNoseChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "external_person_id": "anna",
                 *       "image_width": 360,
                 *       "image_height": 480
                 *     }
                 */
                "application/json": components["schemas"]["StartNoseChallengeRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartNoseChallengeAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
            507: components["responses"]["refused507"];
        };
    };
    /** Tell the next task of a nose challenge. Ask when the frames of a task are sent. The answer waits up to three seconds for frames that are on their way. Frames of a task count only between the answer that gives it and the one that gives the next. */
    nextNoseTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the challenge: `id` of the answer to its start.
                 * @example 2c76bc9e-276e-420d-bf9a-f9ee9ceeba15
                 */
                challenge_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "done": "keep-face-ahead"
                 *     }
                 */
                "application/json": components["schemas"]["NextNoseTaskRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success, `143` Request Challenge ID Not Found. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NextNoseTaskAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Send a frame of a nose challenge. Frames are judged in the order in which they arrive. The same picture sent again counts once. */
    addNoseFrame: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the challenge: `id` of the answer to its start.
                 * @example 2c76bc9e-276e-420d-bf9a-f9ee9ceeba15
                 */
                challenge_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "UklGRjIAAABXRUJQVlA4ICYAAADQAgCdASoSABgAPm0ylUekIyIhKAgAgA2JaQAAPaOgAP7nGgAAAA=="
                 *     }
                 */
                "application/json": components["schemas"]["AddNoseFrameRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `143` Request Challenge ID Not Found. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddNoseFrameAnswer"];
                };
            };
            /** @description Answered: result_code `200` Success. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddNoseFrameAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
            507: components["responses"]["refused507"];
        };
    };
    /** Judge a nose challenge. A challenge is judged once. A second call repeats the first verdict. */
    verifyNoseChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the challenge: `id` of the answer to its start.
                 * @example 2c76bc9e-276e-420d-bf9a-f9ee9ceeba15
                 */
                challenge_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "passive_liveness_frame_percentage": 0.5,
                 *       "passive_liveness_threshold": 0.5
                 *     }
                 */
                "application/json": components["schemas"]["VerifyNoseChallengeRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success, `143` Request Challenge ID Not Found, `144` moving-photo-missing, `131` No Face Detected, `135` Found More Than One Face, `190` Face Too Small, `195` Face Out Of Area, `194` Nose Position Not Reached, `141` face-not-genuine, `171` Capture Not As Asked. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyNoseChallengeAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Start a profile challenge. Let the person do each task of `task_order` and send as many frames of it as it says, then verify. Left and right are the person’s own; say `mirrored` where the pictures are as in a mirror. */
    startProfileChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "external_person_id": "anna",
                 *       "image_width": 360,
                 *       "image_height": 480,
                 *       "exercise": "yaw-smile",
                 *       "static": true
                 *     }
                 */
                "application/json": components["schemas"]["StartProfileChallengeRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartProfileChallengeAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
            507: components["responses"]["refused507"];
        };
    };
    /** Start a profile challenge. Let the person do each task of `task_order` and send as many frames of it as it says, then verify. Left and right are the person’s own; say `mirrored` where the pictures are as in a mirror. */
    startProfileChallengeShort: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "external_person_id": "anna",
                 *       "image_width": 360,
                 *       "image_height": 480,
                 *       "exercise": "yaw-smile",
                 *       "static": true
                 *     }
                 */
                "application/json": components["schemas"]["StartProfileChallengeRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartProfileChallengeAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
            507: components["responses"]["refused507"];
        };
    };
    /** Tell the next task of a profile challenge. Ask when the frames of a task are sent. The answer waits up to three seconds for frames that are on their way. Frames of a task count only between the answer that gives it and the one that gives the next. */
    nextProfileTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the challenge: `id` of the answer to its start.
                 * @example 2c76bc9e-276e-420d-bf9a-f9ee9ceeba15
                 */
                challenge_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "done": "keep-face-ahead"
                 *     }
                 */
                "application/json": components["schemas"]["NextProfileTaskRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success, `143` Request Challenge ID Not Found, `153` Trajectory Too Slow. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NextProfileTaskAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Send a frame of a profile challenge. Frames may be sent in any order and in parallel. They are judged in the order of their timestamps. A copy of the same bytes counts as sent, and is judged once. */
    addProfileFrame: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the challenge: `id` of the answer to its start.
                 * @example 2c76bc9e-276e-420d-bf9a-f9ee9ceeba15
                 */
                challenge_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "timestamp": 1760000000000,
                 *       "photo": "UklGRjIAAABXRUJQVlA4ICYAAADQAgCdASoSABgAPm0ylUekIyIhKAgAgA2JaQAAPaOgAP7nGgAAAA==",
                 *       "task": "turn-face-left"
                 *     }
                 */
                "application/json": components["schemas"]["AddProfileFrameRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success, `143` Request Challenge ID Not Found, `153` Trajectory Too Slow. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddProfileFrameAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
            507: components["responses"]["refused507"];
        };
    };
    /** Judge a profile challenge. A challenge is judged once. A second call repeats the first verdict. Turns are measured from the person’s own straight frames. Where more frames of a task came than asked, those whose guidance was not `ok` are set aside. */
    verifyProfileChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the challenge: `id` of the answer to its start.
                 * @example 2c76bc9e-276e-420d-bf9a-f9ee9ceeba15
                 */
                challenge_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "passive_liveness_threshold": 0.5
                 *     }
                 */
                "application/json": components["schemas"]["VerifyProfileChallengeRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success, `143` Request Challenge ID Not Found, `153` Trajectory Too Slow, `144` Moving Photo Is Missing, `154` Illegal Duration, `140` Task Order Not Found, `131` No Face Detected, `135` Found More Than One Face, `133` Brightness Not Reach Requirements, `142` Face Occlusion Detected, `190` Face Too Small, `152` Ahead Face Angle Not Correct, `151` Left Face Angle Not Correct, `150` Right Face Angle Not Correct, `180` Up Face Angle Not Correct, `181` Down Face Angle Not Correct, `192` Smile Not Detected, `193` Wink Not Detected, `141` face-not-genuine, `171` Capture Not As Asked. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyProfileChallengeAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Start a light challenge. Warn people of flashing colours first, and offer another challenge to who cannot bear them. When the face is in the area, fill the screen with the first step at full brightness and send frames from then on: their answers give the others, each shortly before its time. Keep a step until its duration is over and the next one has come. Send frames to the end of the last; then verify. */
    startLightChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "external_person_id": "anna",
                 *       "image_width": 360,
                 *       "image_height": 480
                 *     }
                 */
                "application/json": components["schemas"]["StartLightChallengeRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartLightChallengeAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
            507: components["responses"]["refused507"];
        };
    };
    /** Send a frame of a light challenge. One frame with its time, sent at once: one that comes two seconds later than the fastest does not count. Frames may come in any order and in parallel; the same picture sent again counts once. `sequence` grows: a step comes 0.4 seconds before its time. */
    addLightFrame: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the challenge: `id` of the answer to its start.
                 * @example 2c76bc9e-276e-420d-bf9a-f9ee9ceeba15
                 */
                challenge_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "timestamp": 1767225600.1,
                 *       "photo": "UklGRjIAAABXRUJQVlA4ICYAAADQAgCdASoSABgAPm0ylUekIyIhKAgAgA2JaQAAPaOgAP7nGgAAAA==",
                 *       "shown": 0,
                 *       "shown_since": 1767225600
                 *     }
                 */
                "application/json": components["schemas"]["AddLightFrameRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success, `143` Request Challenge ID Not Found. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddLightFrameAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
            507: components["responses"]["refused507"];
        };
    };
    /** Judge a light challenge. A challenge is judged once. A second call repeats the first verdict. Where the light of the screen could not be seen on the face, `guidance` says what to do before another challenge is started. */
    verifyLightChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the challenge: `id` of the answer to its start.
                 * @example 2c76bc9e-276e-420d-bf9a-f9ee9ceeba15
                 */
                challenge_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "passive_liveness_threshold": 0.5
                 *     }
                 */
                "application/json": components["schemas"]["VerifyLightChallengeRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success, `143` Request Challenge ID Not Found, `144` Moving Photo Is Missing, `197` Light Sequence Not Covered, `131` No Face Detected, `135` Found More Than One Face, `190` Face Too Small, `195` Face Out Of Area, `196` Light Not Seen, `141` face-not-genuine, `171` Capture Not As Asked. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyLightChallengeAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Read an identity document and keep it. The picture shows one side, or both. A picture without a legible document is answered 101, one with documents of two kinds 109; neither is kept. The outcome is inside `recognized_data`. */
    createDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "attachment": {
                 *         "content": "UklGRjIAAABXRUJQVlA4ICYAAADQAgCdASoSABgAPm0ylUekIyIhKAgAgA2JaQAAPaOgAP7nGgAAAA==",
                 *         "name": "front.jpg"
                 *       },
                 *       "external_person_id": "anna",
                 *       "consent_reference": "contract 7"
                 *     }
                 */
                "application/json": components["schemas"]["CreateDocumentRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success, `101` Document not found, `109` Too Many Document Type Exists. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateDocumentAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
            507: components["responses"]["refused507"];
        };
    };
    /** Add a picture to a document. Sides may come in any order; of two pictures of one side the better one counts, field by field. A picture of another kind of document is answered 109, one without a legible document 101; both leave the document as it was, and answer it as it stands. The outcome is inside `recognized_data`. */
    attachToDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the document: `id` of the answer that created it.
                 * @example 2a1a1a79-6815-47e8-a014-35511f399a85
                 */
                document_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "UklGRjIAAABXRUJQVlA4ICYAAADQAgCdASoSABgAPm0ylUekIyIhKAgAgA2JaQAAPaOgAP7nGgAAAA==",
                 *       "name": "back.jpg"
                 *     }
                 */
                "application/json": components["schemas"]["AttachToDocumentRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success, `101` Document not found, `102` Request Document ID not found, `109` Too Many Document Type Exists. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttachToDocumentAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
            507: components["responses"]["refused507"];
        };
    };
    /** Read front and back of a card and keep them as one document. The sides may come in any order. Cards of two kinds are answered 109. Passports are not read here. */
    createDocumentFromSides: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "image1": "UklGRjIAAABXRUJQVlA4ICYAAADQAgCdASoSABgAPm0ylUekIyIhKAgAgA2JaQAAPaOgAP7nGgAAAA==",
                 *       "name1": "front.jpg",
                 *       "image2": "UklGRjIAAABXRUJQVlA4ICYAAADQAgCdASoSABgAPm0ylUekIyIhKAgAgA2JaQAAPaOgAP7nGgAAAA==",
                 *       "name2": "back.jpg"
                 *     }
                 */
                "application/json": components["schemas"]["CreateDocumentFromSidesRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success, `101` Document not found, `109` Too Many Document Type Exists. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateDocumentFromSidesAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
            507: components["responses"]["refused507"];
        };
    };
    /** Ask for the bytes that a chip is to sign. Send the 8 bytes to the chip with INTERNAL AUTHENTICATE, and what it answers to `POST /chip-documents`. A challenge is good for one judgement within three minutes. */
    startChipChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["StartChipChallengeRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartChipChallengeAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Open a session in which a chip proves to the server that it is no copy. Good for one judgement within three minutes. Send DG14 as soon as it is read, and go on reading meanwhile. Then hand `chip_authentication.public_key` to the chip (MSE:Set KAT for Triple DES, MSE:Set AT and GENERAL AUTHENTICATE for AES), send it `command` as it is, and what it answers to `POST /chip-documents` as `chip_session.chip_response`. A DG14 that cannot be read is 422. */
    openChipSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "dg14": "bgIxAA=="
                 *     }
                 */
                "application/json": components["schemas"]["OpenChipSessionRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenChipSessionAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Judge the files of a chip and keep them. Send the files as the chip has them, byte by byte. Files that are not what was signed are answered 120, and nothing is kept; files that cannot be read at all are 422. With `document_id` the chip is held against the pictures of that document, field by field, and gives its values from then on. An unknown document is answered 102, a passport’s chip for a card 109, a challenge or session that was used, is over or never was 143. A chip that answered without the private key is answered 124: it is kept, belongs to no document, and must not be accepted. */
    createChipDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sod": "d4IBAA==",
                 *       "dg1": "YQA=",
                 *       "dg13": "bQA=",
                 *       "active_authentication": {
                 *         "challenge_id": "0b9a5f0e-5f7c-4b0e-9d0a-6d8d2f9c1e37",
                 *         "response": "AAECAwQFBgc="
                 *       },
                 *       "external_person_id": "anna",
                 *       "consent_reference": "contract 7"
                 *     }
                 */
                "application/json": components["schemas"]["CreateChipDocumentRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success, `120` Chip Broken, `124` Chip Is A Copy, `143` Request Challenge ID Not Found, `102` Request Document ID not found, `109` Too Many Document Type Exists. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateChipDocumentAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
            507: components["responses"]["refused507"];
        };
    };
    /** Fetch the signed evidence about a chip. Everything that whoever asks the authority needs: certificate of the signer, files, the exchange of active authentication, the receipt of the judgement and what was confirmed since. `evidence` is signed as receipts are, and names the hash of each file; `selfsame receipt verify` checks both without a server. An unknown id is 404, and so is a chip whose files retention has removed. */
    chipEvidence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `id` of the answer of `POST /chip-documents`.
                 * @example 2a1a1a79-6815-47e8-a014-35511f399a85
                 */
                chip_document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChipEvidenceAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Record what an authority answered about a chip. For whoever asks C06, RAR or another authority through a licensed intermediary: this server asks nobody. The answer is kept sealed with the chip, exported and erased with it, and part of its evidence. */
    confirmChip: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `id` of the answer of `POST /chip-documents`.
                 * @example 2a1a1a79-6815-47e8-a014-35511f399a85
                 */
                chip_document_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "authority": "C06",
                 *       "result": "confirmed",
                 *       "reference": "RAR-2026-000117"
                 *     }
                 */
                "application/json": components["schemas"]["ConfirmChipRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success, `102` Request Document ID not found. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmChipAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
            507: components["responses"]["refused507"];
        };
    };
    /** Read one side of a driving licence and keep it. Licences on paper, of PET and of 2025 are read, front and back in a call each. A picture without a licence is answered 101. A front whose number cannot be read is answered 103, one whose name cannot be read 105: the answer has what else was read, and nothing is kept. What the QR code on a back says stands in the fields of the front. */
    readDriverLicense: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "UklGRjIAAABXRUJQVlA4ICYAAADQAgCdASoSABgAPm0ylUekIyIhKAgAgA2JaQAAPaOgAP7nGgAAAA==",
                 *       "name": "licence.jpg",
                 *       "external_person_id": "anna"
                 *     }
                 */
                "application/json": components["schemas"]["ReadDriverLicenseRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success, `101` Document not found, `103` ID not found, `105` Name not found. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadDriverLicenseAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
            507: components["responses"]["refused507"];
        };
    };
    /** Read the machine-readable zone of a travel document. Zones of type TD1 and TD3 are read, and also TD2 and visas. `content` and `name` may stand in the body or inside `attachment`. What cannot be read is empty. Nothing is kept. */
    readMrz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "UklGRjIAAABXRUJQVlA4ICYAAADQAgCdASoSABgAPm0ylUekIyIhKAgAgA2JaQAAPaOgAP7nGgAAAA==",
                 *       "name": "passport.jpg"
                 *     }
                 */
                "application/json": components["schemas"]["ReadMrzRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success, `101` Document not found. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadMrzAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Read a business-registration certificate and keep it. Send one PDF, or pictures of the pages in any order and orientation. The text of a PDF is taken where the page shows the same; otherwise the page is read. A PDF may have at most 30 pages. */
    readBusinessRegistration: {
        parameters: {
            query?: {
                /**
                 * @description The pages to read, counted from 1: `1,3`, `1-3`, `[1,3]`, or the parameter repeated. Without it all pages are read. Each picture is a page.
                 * @example 1
                 */
                selected_pages?: string;
                /** @description Id of the person in your own system. It is kept as it is, and data can be exported and erased by it. */
                external_person_id?: string;
                /** @description Your own reference to the person's consent. It is kept, exported and erased with the data. */
                consent_reference?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "files": [
                 *         "certificate.pdf"
                 *       ]
                 *     }
                 */
                "multipart/form-data": components["schemas"]["ReadBusinessRegistrationRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success, `101` Document not found, `116` Filetype not supported, `117` Too many PDF, `118` Too many filetype, `119` Selected pages not valid. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadBusinessRegistrationAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
            507: components["responses"]["refused507"];
        };
    };
    /** Get a page of a certificate as a picture. A page of a PDF as it was drawn to be read, or one of the pictures, upright. Places of the answer fit it once they are scaled to its width: those of a PDF are in points. An unknown document or page is 404, and so is a document whose files retention has removed. Each look is in the audit trail. Must not be cached: `Cache-Control: no-store`. */
    businessRegistrationPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the document: `id` of the answer that read it.
                 * @example 2a1a1a79-6815-47e8-a014-35511f399a85
                 */
                document_id: string;
                /**
                 * @description Number of the page, counted from 1. Each picture is a page.
                 * @example 1
                 */
                page: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example the bytes of the file */
                    "image/png": Blob;
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Decide whether the face in a video is genuine. The video is an MP4, MOV, WebM, 3GP or AVI of one person. It is not stored; sealed prints of some of its pictures are, so that the same video is refused when it is sent again. */
    verifyVideo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": "selfie.mp4"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["VerifyVideoRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success, `131` No Face Detected, `135` Found More Than One Face, `141` face-not-genuine. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyVideoAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
            507: components["responses"]["refused507"];
        };
    };
    /** Compare a live face with the portrait on an ID card, or in its chip. The live face is checked for genuineness first. `sim` is calibrated; docs/evidence/accuracy.md shows what each threshold accepts and refuses. A chip that you do not have, or whose portrait is not kept any more, is answered 102. */
    compareFaces: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "image_live": "UklGRjIAAABXRUJQVlA4ICYAAADQAgCdASoSABgAPm0ylUekIyIhKAgAgA2JaQAAPaOgAP7nGgAAAA==",
                 *       "image_card": "UklGRjIAAABXRUJQVlA4ICYAAADQAgCdASoSABgAPm0ylUekIyIhKAgAgA2JaQAAPaOgAP7nGgAAAA==",
                 *       "similarity_threshold": 0.8
                 *     }
                 */
                "application/json": components["schemas"]["CompareFacesRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success, `131` No Face Detected, `135` Found More Than One Face, `102` Request Document ID not found, `158` Collection Not Found. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompareFacesAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Register a collection id. Ids belong to your organisation: another organisation may use the same one. */
    signCollectionId: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "staff",
                 *       "external_person_id": "reception"
                 *     }
                 */
                "application/json": components["schemas"]["SignCollectionIdRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success, `138` Face Collection Id Exists. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignCollectionIdAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
            507: components["responses"]["refused507"];
        };
    };
    /** Register a reference photo of a person. The photo must show one face, large, sharp, straight, well lit and uncovered enough to recognise the person by; `checks` says what is wrong with one that does not. A person may have several photos. `warnings` says where the face is registered under another id already, or the id with another face. */
    registerFace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the collection, as it was registered.
                 * @example staff
                 */
                collection_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "external_person_id": "anna",
                 *       "reference_photo": "UklGRjIAAABXRUJQVlA4ICYAAADQAgCdASoSABgAPm0ylUekIyIhKAgAgA2JaQAAPaOgAP7nGgAAAA==",
                 *       "consent_reference": "contract 7"
                 *     }
                 */
                "application/json": components["schemas"]["RegisterFaceRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success, `158` Collection Not Found, `131` No Face Detected, `135` Found More Than One Face, `187` Face Known Otherwise, `190` Face Too Small, `133` Brightness Not Reach Requirements, `191` Face Not Sharp, `152` Ahead Face Angle Not Correct, `142` Face Occlusion Detected. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisterFaceAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
            507: components["responses"]["refused507"];
        };
    };
    /** Say who in a collection a person is. The face is checked for genuineness first. The larger the collection, the more alike a face must be: the share of strangers taken for somebody stays the same. */
    identifyFace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the collection, as it was registered.
                 * @example staff
                 */
                collection_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "photo": "UklGRjIAAABXRUJQVlA4ICYAAADQAgCdASoSABgAPm0ylUekIyIhKAgAgA2JaQAAPaOgAP7nGgAAAA==",
                 *       "liveness_threshold": 0.5
                 *     }
                 */
                "application/json": components["schemas"]["IdentifyFaceRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success, `158` Collection Not Found, `131` No Face Detected, `135` Found More Than One Face, `141` face-not-genuine, `159` Face Not Registered. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentifyFaceAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Remove a registered face and its photo. Both ids must be those of one registration. From this answer on, the face is not found any more. */
    deleteFace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the collection, as it was registered.
                 * @example staff
                 */
                collection_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "db6b92b0-0045-4ed1-95f7-752435191e04",
                 *       "file_id": "8fe23fd1-4dbf-46ec-9a89-a39894c7e752"
                 *     }
                 */
                "application/json": components["schemas"]["DeleteFaceRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Delete Face Successfully, `159` Face Not Registered, `158` Collection Not Found. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteFaceAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Find one face under two ids, and two faces under one id. Looks through the faces of a collection in the order of their registration, a page at a time: each is compared with all that were registered before it, so that a pair is reported once. With `external_person_id` the faces of that person are compared with all others. Nothing is stored. */
    findDuplicates: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the collection, as it was registered.
                 * @example staff
                 */
                collection_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "limit": 50
                 *     }
                 */
                "application/json": components["schemas"]["FindDuplicatesRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success, `158` Collection Not Found. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FindDuplicatesAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Begin to look through a whole collection for duplicates. For collections that are too large to be asked for page by page. It runs beside other work, goes on after a restart, and compares each face that is registered now with those before it; later ones are compared when they are registered. What it finds is kept for 30 days after its end, and goes with either face. One search of a collection runs at a time; a second is refused with 409. */
    startDuplicateSearch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the collection, as it was registered.
                 * @example staff
                 */
                collection_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["StartDuplicateSearchRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success, `158` Collection Not Found. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartDuplicateSearchAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refused409"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
            507: components["responses"]["refused507"];
        };
    };
    /** Say how far a search for duplicates is, and what it found. */
    duplicateSearch: {
        parameters: {
            query?: {
                /**
                 * @description How many pairs one page has.
                 * @example 100
                 */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the collection, as it was registered.
                 * @example staff
                 */
                collection_id: string;
                /**
                 * @description Id of the search, as its start answered it.
                 * @example 7a4b7f4e-1d52-4a06-8c5e-0d2a7d7b4c11
                 */
                search_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DuplicateSearchAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** End a search for duplicates. What it found so far stays. One that is over already stays as it is. */
    stopDuplicateSearch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the collection, as it was registered.
                 * @example staff
                 */
                collection_id: string;
                /**
                 * @description Id of the search, as its start answered it.
                 * @example 7a4b7f4e-1d52-4a06-8c5e-0d2a7d7b4c11
                 */
                search_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["StopDuplicateSearchRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StopDuplicateSearchAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** List your collections. In the order of their ids, a page at a time. */
    listCollections: {
        parameters: {
            query?: {
                /** @description How the id begins. */
                search?: string;
                /**
                 * @description How many are answered, at most 100.
                 * @example 20
                 */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListCollectionsAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** List the faces of a collection. In the order of the ids of persons, a page at a time; several photos of one person stand together. Photos and what they are recognised by are never answered. */
    listFaces: {
        parameters: {
            query?: {
                /**
                 * @description How the `external_person_id` begins.
                 * @example an
                 */
                search?: string;
                /** @description How many are answered, at most 100. */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the collection, as it was registered.
                 * @example staff
                 */
                collection_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success, `158` Collection Not Found. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListFacesAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Erase all data of a person. Erases challenges with their frames, fingerprints of frames, documents with their pictures, faces in every collection of your organisation, and verifications with all that belongs to them: their links end, and events that were not sent yet are not sent any more. Nothing can be restored. An unknown person is answered like one without data. */
    erasePerson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "external_person_id": "anna"
                 *     }
                 */
                "application/json": components["schemas"]["ErasePersonRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasePersonAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Export all data of a person. One answer holds about 8 MiB, with files as Base64 text. Where there is more, the answer has `more`: send it along with the next request. An unknown person is answered like one without data. */
    exportPerson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "external_person_id": "anna"
                 *     }
                 */
                "application/json": components["schemas"]["ExportPersonRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportPersonAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Check credentials, and say whose they are. Use it to sign in, and to try a connection. It changes nothing. */
    organisation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganisationAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Fetch the signed receipt of a verdict. A receipt is found under the `x-request-id` of the answer that it proves; under an id that was used twice, the newest. `selfsame receipt verify` checks it without a server. An id that is unknown, too old or of another organisation is answered 404. */
    receipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `x-request-id` of the answer that the receipt proves.
                 * @example 4f0c1c5e-7c0d-4c4f-9d3b-8a6f0b8f4f10
                 */
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiptAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** List your policies, and the presets. Presets come with the program: `bank-vn` (Both sides of an identity card with a chip, its chip, liveness signed by attested hardware where the app can, else standard; match; adults); `telecom-vn` (Both sides of a valid identity card, its chip where the phone can read it, liveness, match); `simple` (The front of any identity card or passport, liveness, match). */
    listPolicies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPoliciesAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Make a policy. What this server cannot do is refused with the reason: a chip that is required while the trust store is empty, a collection that is not there, a strength that no challenge reaches. Fields that are not known are refused, too. A name that is taken is 409. */
    createPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "shop",
                 *       "definition": {
                 *         "steps": {
                 *           "document": {
                 *             "both_sides": false,
                 *             "attempts": 3,
                 *             "kinds": [
                 *               "cccd-chip"
                 *             ]
                 *           },
                 *           "liveness": {
                 *             "families": [
                 *               "profile",
                 *               "nose",
                 *               "distance"
                 *             ],
                 *             "min_strength": "standard",
                 *             "attempts": 3
                 *           }
                 *         },
                 *         "age": {
                 *           "least": 18
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreatePolicyRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatePolicyAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refused409"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Show a policy and its versions. Of a preset it shows what the next use takes. */
    policy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the policy, or of a preset.
                 * @example shop
                 */
                policy_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Make a new version of a policy. Verifications that were created before keep the version they were started with. A policy that was archived can be used again. */
    changePolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the policy, or of a preset.
                 * @example shop
                 */
                policy_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "definition": {
                 *         "steps": {
                 *           "document": {
                 *             "both_sides": false,
                 *             "attempts": 3,
                 *             "kinds": [
                 *               "cccd-chip"
                 *             ]
                 *           },
                 *           "liveness": {
                 *             "families": [
                 *               "profile",
                 *               "nose",
                 *               "distance"
                 *             ],
                 *             "min_strength": "standard",
                 *             "attempts": 3
                 *           }
                 *         },
                 *         "age": {
                 *           "least": 18
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ChangePolicyRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangePolicyAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refused409"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Show one version of a policy. */
    policyVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the policy, or of a preset.
                 * @example shop
                 */
                policy_id: string;
                /**
                 * @description Number of the version, from 1.
                 * @example 1
                 */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyVersionAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Archive a policy, so that no new verification uses it. Verifications that were created before go on. A new version brings it back. */
    archivePolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the policy, or of a preset.
                 * @example shop
                 */
                policy_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["ArchivePolicyRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchivePolicyAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Try a draft on past cases of a policy: which verdicts would be others. The newest cases that the policy judged, of any version, are judged again from what is kept; nothing is changed, and no face is compared or searched for anew. A step that people were not asked is left out for them and named in `untried`. */
    tryPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the policy, or of a preset.
                 * @example shop
                 */
                policy_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "definition": {
                 *         "steps": {
                 *           "document": {
                 *             "both_sides": false,
                 *             "attempts": 3,
                 *             "kinds": [
                 *               "cccd-chip"
                 *             ]
                 *           },
                 *           "liveness": {
                 *             "families": [
                 *               "profile",
                 *               "nose",
                 *               "distance"
                 *             ],
                 *             "min_strength": "standard",
                 *             "attempts": 3
                 *           }
                 *         },
                 *         "age": {
                 *           "least": 18
                 *         }
                 *       },
                 *       "last": 100
                 *     }
                 */
                "application/json": components["schemas"]["TryPolicyRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TryPolicyAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** List verifications, the newest first. */
    listVerifications: {
        parameters: {
            query?: {
                /**
                 * @description Only those in this state.
                 * @example review
                 */
                state?: components["schemas"]["VerificationState"];
                /** @description Only those of this policy. */
                policy?: string;
                /** @description Only those of this person. */
                external_person_id?: string;
                /** @description Only those in which this number was read or expected. */
                document_number?: string;
                /** @description Only those whose newest verdict has this reason. */
                reason?: components["schemas"]["ReasonName"];
                /** @description Only those whose id, or whose `external_person_id`, begins with this. */
                search?: string;
                /** @description Only those created at this time or later, as ISO 8601. */
                created_from?: string;
                /** @description Only those created before this time, as ISO 8601. */
                created_to?: string;
                /** @description Whether those of test keys are listed, or the others. A test key sees only its own kind. */
                is_test?: components["schemas"]["Flag"];
                /**
                 * @description How many are answered, at most 100.
                 * @example 20
                 */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListVerificationsAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Create a verification, and get the link for the person. With the header `Idempotency-Key` a repeated request makes nothing twice: it gets the first answer again, with the same link, and the header `idempotent-replayed`. A key is remembered for 24 hours; with another body it is answered 468. */
    createVerification: {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 visible characters of your choice. A request that is repeated with it within 24 hours does nothing twice, and gets the first answer again with the header `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "policy": "simple",
                 *       "external_person_id": "anna",
                 *       "locale": "vi",
                 *       "expected": {
                 *         "name": "Nguyen Thi Huong"
                 *       },
                 *       "metadata": {
                 *         "order": "7"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateVerificationRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateVerificationAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refused468"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
            507: components["responses"]["refused507"];
        };
    };
    /** Show a verification with its attempts and its verdict. */
    verification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the verification.
                 * @example 7d9c2f0a-3f51-4f4e-8a55-1f0f4f1d9b11
                 */
                verification_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Cancel a verification that is not decided. Its links and tokens end at once. One that is being judged or is decided is 409. */
    cancelVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the verification.
                 * @example 7d9c2f0a-3f51-4f4e-8a55-1f0f4f1d9b11
                 */
                verification_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["CancelVerificationRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelVerificationAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refused409"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Erase the personal data of a verification that came to an end. Pictures, chips, frames, what was read and compared, and the receipts’ originals go; id, state, times, policy and the names of reasons stay. One that goes on is 409: cancel it first. */
    redactVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the verification.
                 * @example 7d9c2f0a-3f51-4f4e-8a55-1f0f4f1d9b11
                 */
                verification_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["RedactVerificationRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedactVerificationAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refused409"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Make a new link for the person. Older links and every token of the person end. Takes an `Idempotency-Key` as create does. */
    createVerificationLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 visible characters of your choice. A request that is repeated with it within 24 hours does nothing twice, and gets the first answer again with the header `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the verification.
                 * @example 7d9c2f0a-3f51-4f4e-8a55-1f0f4f1d9b11
                 */
                verification_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["CreateVerificationLinkRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateVerificationLinkAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refused468"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Decide a verification that is in review. Of several reviewers at once, one decides; the others are answered 409. Where the policy wants four eyes, the first decision is a `proposal` and the state stays `review`: somebody else who decides the same ends it, and somebody who does not makes another proposal. Credentials count as reviewers, not names: a member, an API key, or all who have the organisation’s password. The same one twice is answered 469. To ask again takes one reviewer. */
    decideVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the verification.
                 * @example 7d9c2f0a-3f51-4f4e-8a55-1f0f4f1d9b11
                 */
                verification_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "decision": "approved",
                 *       "note": "Same person, older portrait.",
                 *       "reviewer": "binh"
                 *     }
                 */
                "application/json": components["schemas"]["DecideVerificationRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecideVerificationAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refused409"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** List what happened to a verification, in order. */
    verificationEvents: {
        parameters: {
            query?: {
                /**
                 * @description Only those with a higher `sequence`.
                 * @example 0
                 */
                after?: string;
                /** @description How many are answered, at most 200. */
                limit?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the verification.
                 * @example 7d9c2f0a-3f51-4f4e-8a55-1f0f4f1d9b11
                 */
                verification_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationEventsAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Get the signed receipt of the newest verdict. It covers all: hashes of what was sent, every check, the networks, policy, reasons and decision, and the ids of the receipts of the steps. Before there is a verdict, or once its time is over, it is 404. It is the receipt of `GET /receipts/{request_id}` with the id of the verification. */
    verificationReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the verification.
                 * @example 7d9c2f0a-3f51-4f4e-8a55-1f0f4f1d9b11
                 */
                verification_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationReceiptAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** List the pictures that were sent for a verification and are still kept. Sides of documents, the portrait of a chip, and frames of liveness, as far as they are kept. `portrait` is the id of the portrait of chip or document, cut out. */
    verificationPictures: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the verification.
                 * @example 7d9c2f0a-3f51-4f4e-8a55-1f0f4f1d9b11
                 */
                verification_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationPicturesAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Get one picture of a verification. Each look is in the audit trail. Must not be cached: `Cache-Control: no-store`. */
    verificationPicture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the verification.
                 * @example 7d9c2f0a-3f51-4f4e-8a55-1f0f4f1d9b11
                 */
                verification_id: string;
                /**
                 * @description Id of the picture, of `GET .../pictures`, or `portrait`.
                 * @example portrait
                 */
                picture_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example the bytes of the file */
                    "image/jpeg": Blob;
                    /** @example the bytes of the file */
                    "image/png": Blob;
                    /** @example the bytes of the file */
                    "image/webp": Blob;
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Show what was read of documents and chip, and what each source says. */
    verificationFields: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the verification.
                 * @example 7d9c2f0a-3f51-4f4e-8a55-1f0f4f1d9b11
                 */
                verification_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationFieldsAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Show others who may be the same person. Found now, not when it was judged: by the live face, in the collections that the policy searches, and by the number of the document. */
    verificationDuplicates: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the verification.
                 * @example 7d9c2f0a-3f51-4f4e-8a55-1f0f4f1d9b11
                 */
                verification_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationDuplicatesAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Show who looked at a verification or changed it. From the audit trail, the newest first, at most 200. This look is in it the next time. Empty where the trail is switched off. */
    verificationLooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the verification.
                 * @example 7d9c2f0a-3f51-4f4e-8a55-1f0f4f1d9b11
                 */
                verification_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationLooksAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** List the notes about a verification, the oldest first. */
    verificationNotes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the verification.
                 * @example 7d9c2f0a-3f51-4f4e-8a55-1f0f4f1d9b11
                 */
                verification_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationNotesAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Write a note about a verification. Notes are kept sealed, exported with the person’s data, and erased with it. The person does not see them. */
    addVerificationNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the verification.
                 * @example 7d9c2f0a-3f51-4f4e-8a55-1f0f4f1d9b11
                 */
                verification_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Called; comes by tomorrow.",
                 *       "author": "binh"
                 *     }
                 */
                "application/json": components["schemas"]["AddVerificationNoteRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddVerificationNoteAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refused409"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
            507: components["responses"]["refused507"];
        };
    };
    /** Say that you work on a case, so that nobody else begins unknowingly. It lasts some minutes, and longer when you ask again. Where somebody else has it, `claim` says who and until when, and `is_yours` is false; `take: true` takes it over. It does not keep anybody from deciding. */
    claimVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the verification.
                 * @example 7d9c2f0a-3f51-4f4e-8a55-1f0f4f1d9b11
                 */
                verification_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reviewer": "binh"
                 *     }
                 */
                "application/json": components["schemas"]["ClaimVerificationRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimVerificationAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refused409"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Give back a case that you claimed. Where somebody else has it, nothing changes. */
    releaseVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the verification.
                 * @example 7d9c2f0a-3f51-4f4e-8a55-1f0f4f1d9b11
                 */
                verification_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reviewer": "binh"
                 *     }
                 */
                "application/json": components["schemas"]["ReleaseVerificationRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseVerificationAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Count verifications: started, finished, where people give up, why they are refused, how long it takes. Of those created in the given time, at most 366 days; without it, of the last 30. Days are those of Việt Nam. Times are of the newest 5,000. It may be half a minute old. */
    verificationStatistics: {
        parameters: {
            query?: {
                /** @description From this time on, as ISO 8601; 30 days before `to` where it is left out. */
                from?: string;
                /** @description Before this time, as ISO 8601; now where it is left out. */
                to?: string;
                /**
                 * @description Only those of this policy.
                 * @example bank-vn
                 */
                policy?: string;
                /** @description Whether those of test keys are counted, or the others. */
                is_test?: components["schemas"]["Flag"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationStatisticsAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Get the list of verifications as CSV, the newest first. Narrowed as the list is. It is UTF-8 with a byte order mark and comes as it is written. A value that a spreadsheet would run as a formula has an apostrophe before it. */
    exportVerifications: {
        parameters: {
            query?: {
                /**
                 * @description Only those in this state.
                 * @example review
                 */
                state?: components["schemas"]["VerificationState"];
                /** @description Only those of this policy. */
                policy?: string;
                /** @description Only those of this person. */
                external_person_id?: string;
                /** @description Only those in which this number was read or expected. */
                document_number?: string;
                /** @description Only those whose newest verdict has this reason. */
                reason?: components["schemas"]["ReasonName"];
                /** @description Only those whose id, or whose `external_person_id`, begins with this. */
                search?: string;
                /** @description Only those created at this time or later, as ISO 8601. */
                created_from?: string;
                /** @description Only those created before this time, as ISO 8601. */
                created_to?: string;
                /** @description Whether those of test keys are listed, or the others. A test key sees only its own kind. */
                is_test?: components["schemas"]["Flag"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example the bytes of the file */
                    "text/csv": Blob;
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Get one case as PDF, with its signed receipt. It holds personal data: what was read, checks, reasons, what happened, and pictures if asked for. */
    verificationReport: {
        parameters: {
            query?: {
                /**
                 * @description Its language; Vietnamese where it is left out.
                 * @example en
                 */
                locale?: components["schemas"]["Locale"];
                /** @description Whether it shows portrait, document and frames. */
                pictures?: components["schemas"]["Flag"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the verification.
                 * @example 7d9c2f0a-3f51-4f4e-8a55-1f0f4f1d9b11
                 */
                verification_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example the bytes of the file */
                    "application/pdf": Blob;
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Exchange a link for a token, or a token for a new one. Send the link as `Authorization: Bearer ssl_…`: it opens once. Send a token before it expires to have a new one; the old one ends. Where the answer is lost, repeat the request within ten minutes with the same `Idempotency-Key`: the token that was lost ends, and another is answered. */
    startVerificationSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 visible characters of your choice. A request that is repeated with it within 24 hours does nothing twice, and gets the first answer again with the header `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["StartVerificationSessionRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartVerificationSessionAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** What is asked of the person, and what is done. Ask again to see what another device or tab did, and to learn when it was judged. */
    verificationSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationSessionAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** The logo of the organisation that asks. Where `brand.has_logo` of the session says that there is one. */
    sessionLogo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionLogoAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Record what the person answered to the question for consent. Where the policy requires consent, refusing it ends the journey. */
    giveConsent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accepted": true,
                 *       "text_version": "2026-11",
                 *       "locale": "vi"
                 *     }
                 */
                "application/json": components["schemas"]["GiveConsentRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GiveConsentAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
            507: components["responses"]["refused507"];
        };
    };
    /** Go on without a step that may be skipped. */
    skipStep: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "step": "chip",
                 *       "reason": "no-nfc"
                 *     }
                 */
                "application/json": components["schemas"]["SkipStepRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkipStepAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
            507: components["responses"]["refused507"];
        };
    };
    /** Record whether the person calls right what was read. Nothing that was read is changed by it. */
    confirmData: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "correct": false,
                 *       "wrong_fields": [
                 *         "address"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ConfirmDataRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmDataAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
            507: components["responses"]["refused507"];
        };
    };
    /** Make a link by which another device of the person goes on. It opens once, within ten minutes; a newer one ends it. The token that asked for it stays good, so that either device may go on. */
    handOverSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["HandOverSessionRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandOverSessionAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** List the personas of the sandbox. A test key creates a verification with `persona`. The server then walks through it by itself, with cards, chips and films of people who do not exist, by the routes that a phone calls. What is made is marked `is_test` and removed after a day. */
    listPersonas: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPersonasAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** List endpoints. */
    webhookEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointsAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Make an endpoint that events are sent to. Events that happen from now on are sent there, signed as [Standard Webhooks](https://www.standardwebhooks.com) says. Without `events` these are sent: verification.approved, verification.declined, verification.review, verification.cancelled, verification.expired, verification.redacted. A URL that leads inside a network is refused. An organisation has at most 20; more are 409. */
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://shop.example/webhooks/selfsame",
                 *       "description": "onboarding"
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateWebhookEndpointAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refused409"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Show an endpoint. */
    webhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the endpoint, as it was answered when it was made.
                 * @example whe_4k2v9q0x7m1c5p8r3t6w
                 */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Change where or what an endpoint is sent, or switch it off and on. What is left out stays as it is. A `url` of another scheme, host or port gives the endpoint a new secret, which the answer shows: nobody there gets messages that the receiver before would believe. While an endpoint is off no events are put in its queue; what waits there is sent once it is on again. */
    changeWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the endpoint, as it was answered when it was made.
                 * @example whe_4k2v9q0x7m1c5p8r3t6w
                 */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true,
                 *       "events": [
                 *         "verification.approved",
                 *         "verification.declined",
                 *         "verification.review",
                 *         "verification.cancelled",
                 *         "verification.expired",
                 *         "verification.redacted"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ChangeWebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeWebhookEndpointAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Give an endpoint a new secret. During the time of grace messages are signed by both, so that a receiver may change over when it likes. Without `grace_hours` the old secret signs nothing any more. */
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the endpoint, as it was answered when it was made.
                 * @example whe_4k2v9q0x7m1c5p8r3t6w
                 */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "grace_hours": 24
                 *     }
                 */
                "application/json": components["schemas"]["RotateWebhookSecretRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotateWebhookSecretAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Remove an endpoint. Its secrets are destroyed, and what waits for it is given up. The log of it stays for a month. */
    removeWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the endpoint, as it was answered when it was made.
                 * @example whe_4k2v9q0x7m1c5p8r3t6w
                 */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveWebhookEndpointAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Send a test message, and say what the receiver answered. The message has the type `webhook.test` and is signed as all others are. It is sent once, now, also to an endpoint that is off. */
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the endpoint, as it was answered when it was made.
                 * @example whe_4k2v9q0x7m1c5p8r3t6w
                 */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestWebhookEndpointAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** List deliveries, the newest first. */
    webhookDeliveries: {
        parameters: {
            query?: {
                /** @description Only those of one verification. */
                verification_id?: string;
                /** @description Only those to one endpoint. */
                endpoint_id?: string;
                /**
                 * @description Only those in one state.
                 * @example delivered
                 */
                state?: components["schemas"]["WebhookDeliveryState"];
                /** @description How many at most, from 1 to 200; 50 without it. */
                limit?: string;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveriesAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Show a delivery with its attempts. */
    webhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the delivery, from the list of them.
                 * @example 0b6b92b0-0045-4ed1-95f7-752435191e04.whe_4k2v9q0x7m1c5p8r3t6w
                 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Send a delivery again. It is put back into the queue with the same `webhook-id`, and tried as long as a new one. What is being sent at this moment, or whose endpoint was removed, is 409. */
    replayWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the delivery, from the list of them.
                 * @example 0b6b92b0-0045-4ed1-95f7-752435191e04.whe_4k2v9q0x7m1c5p8r3t6w
                 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayWebhookDeliveryAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refused409"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** List the API keys of the organisation, the oldest first. */
    apiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeysAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Create an API key. */
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "onboarding",
                 *       "scopes": [
                 *         "verifications"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateApiKeyRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateApiKeyAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Give an API key a new secret. Id, name and scopes stay. A revoked key is 409, and so is an expired one without `expires_in_days`. */
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the key, from the list of them.
                 * @example 4k2v9q0x7m1c
                 */
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "grace_hours": 24
                 *     }
                 */
                "application/json": components["schemas"]["RotateApiKeyRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotateApiKeyAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refused409"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Revoke an API key: every server refuses it at once. There is no way back. */
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the key, from the list of them.
                 * @example 4k2v9q0x7m1c
                 */
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokeApiKeyAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** List the members of the organisation, the oldest first. */
    members: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MembersAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Invite a member, and get the link for them. Nothing is sent by e-mail: hand the link to the person yourself. It works once and for as long as SELFSAME_INVITATION says. A second member of the same address is 409. */
    inviteMember: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "lan@acme.example",
                 *       "name": "Nguyễn Thị Lan",
                 *       "role": "reviewer"
                 *     }
                 */
                "application/json": components["schemas"]["InviteMemberRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InviteMemberAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refused409"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Show a member. */
    member: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the member, from the list of them.
                 * @example 2f1c0f0e-8a57-4d0b-9a53-6d1f9f6b7e5f
                 */
                member_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Change the name or role of a member, or disable them. Another role, and being disabled, end every session of the member at once, on every server. The last admin who can sign in is neither lowered nor disabled: 409. */
    changeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the member, from the list of them.
                 * @example 2f1c0f0e-8a57-4d0b-9a53-6d1f9f6b7e5f
                 */
                member_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "admin"
                 *     }
                 */
                "application/json": components["schemas"]["ChangeMemberRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeMemberAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refused409"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** End password, passkeys and sessions of a member, and get a new link for them. */
    resetMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the member, from the list of them.
                 * @example 2f1c0f0e-8a57-4d0b-9a53-6d1f9f6b7e5f
                 */
                member_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResetMemberAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** End every session of a member. */
    signOutMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the member, from the list of them.
                 * @example 2f1c0f0e-8a57-4d0b-9a53-6d1f9f6b7e5f
                 */
                member_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignOutMemberAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Remove a member with all that they sign in with. Sessions end at once, on every server. The audit trail and verdicts go on naming the member. The last admin who can sign in is not removed: 409. */
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the member, from the list of them.
                 * @example 2f1c0f0e-8a57-4d0b-9a53-6d1f9f6b7e5f
                 */
                member_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveMemberAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refused409"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Say who is signed in, and give the token that changes need. */
    memberSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberSessionAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Sign in with a password. The answer sets the cookie of the session, which always has a new secret. Unknown, disabled and wrong are answered alike, 401. Wrong passwords are counted by address and account; a browser that the member signed in with before is counted apart, so that nobody locks a member out by guessing. */
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "organisation": "acme",
                 *       "email": "lan@acme.example",
                 *       "password": "four plain words of mine"
                 *     }
                 */
                "application/json": components["schemas"]["SignInRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Get what a browser needs to sign in with a passkey. Good for five minutes and one answer. It names nobody: the authenticator knows its own. 409 where passkeys are not possible: they need SELFSAME_PUBLIC_URL, or a page at http://localhost. */
    passkeySignInOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeySignInOptionsAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refused409"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Sign in with a passkey. */
    signInWithPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "response": {
                 *         "id": "oEuJ0lXh2mV5nq3xT1wz9A",
                 *         "rawId": "oEuJ0lXh2mV5nq3xT1wz9A",
                 *         "type": "public-key",
                 *         "response": {
                 *           "clientDataJSON": "eyJ0eXBlIjoi",
                 *           "authenticatorData": "SZYN5YgO",
                 *           "signature": "MEUCIQ"
                 *         },
                 *         "clientExtensionResults": {}
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SignInWithPasskeyRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInWithPasskeyAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refused409"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Show whom an invitation is for. It is a POST so that the secret stands in no address. One that was used, replaced or is over is 404. */
    invitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "ssi_4k2v9q0x7m1c5p8r3t6wAbCdEfGhIjKlMnOpQrStUvWx000000"
                 *     }
                 */
                "application/json": components["schemas"]["InvitationRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Get what a browser needs to make a passkey while joining. */
    joinPasskeyOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "ssi_4k2v9q0x7m1c5p8r3t6wAbCdEfGhIjKlMnOpQrStUvWx000000"
                 *     }
                 */
                "application/json": components["schemas"]["JoinPasskeyOptionsRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JoinPasskeyOptionsAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refused409"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Join with an invitation: choose a password or make a passkey, and be signed in. Of several who use one invitation at once, one joins; the others are answered 404. */
    join: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "ssi_4k2v9q0x7m1c5p8r3t6wAbCdEfGhIjKlMnOpQrStUvWx000000",
                 *       "password": "four plain words of mine"
                 *     }
                 */
                "application/json": components["schemas"]["JoinRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JoinAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refused409"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Sign out: end this session. */
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignOutAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** List your own sessions that go on, the newest first. */
    memberSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberSessionsAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** End one of your own sessions. */
    endMemberSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the session, from the list of them.
                 * @example 7d1f6c1e-0a6c-4f0e-9a53-0f6d1f9f6b7e
                 */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndMemberSessionAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Change your own password, or set one. Every session ends, and this one goes on with a new cookie and a new `csrf_token`. Who has no password yet must have signed in within the last 15 minutes. */
    changeMemberPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "current_password": "four plain words of mine",
                 *       "password": "five other plain words of mine"
                 *     }
                 */
                "application/json": components["schemas"]["ChangeMemberPasswordRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeMemberPasswordAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** List your own passkeys. */
    memberPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberPasskeysAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Keep a passkey that the browser made. */
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Laptop",
                 *       "response": {
                 *         "id": "oEuJ0lXh2mV5nq3xT1wz9A",
                 *         "type": "public-key"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AddPasskeyRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddPasskeyAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refused409"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Get what a browser needs to make another passkey. The member must have signed in within the last 15 minutes. */
    addPasskeyOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddPasskeyOptionsAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refused409"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Remove one of your own passkeys. The last way in of a member is not removed: 409. */
    removePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the passkey, from the list of them.
                 * @example oEuJ0lXh2mV5nq3xT1wz9A
                 */
                passkey_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovePasskeyAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refused409"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** How the organisation looks to the people that it asks. */
    brand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrandAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Set how the organisation looks to the people that it asks. What is left out is as without a brand; only the logo stays where `logo` is left out. Journeys that are under way look new at their next request. */
    changeBrand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "display_name": "ACME Bank",
                 *       "accent": "#0b5cad",
                 *       "help_email": "help@acme.example"
                 *     }
                 */
                "application/json": components["schemas"]["ChangeBrandRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeBrandAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
            507: components["responses"]["refused507"];
        };
    };
    /** The logo, as people see it. */
    brandLogo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrandLogoAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Get a nonce, by which a device registers its key. It is good once, for five minutes, and for whoever asked for it: an organisation, or a person. */
    captureNonce: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["CaptureNonceRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureNonceAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Register the key of a device. A phone sends what its hardware says of the key; a browser sends the key and a signature over the nonce. Nothing is kept of what is refused. A key that a person registers goes with that verification: one of a browser is good there alone, one of the hardware of a phone in later verifications of the organisation too. */
    registerCaptureKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "nonce": "Zk2c0mF3b0p1Q2x5d0h6aTNqNGs1bDZtAZqAAAAAjUbQ7mYw1s3C8n0p5r9t2v4x6z8B0D2F4H6J8L0N2P4",
                 *       "platform": "web",
                 *       "public_key": "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEg69t2YzgcPTLUx8Zgu+rbcikeaEL8Ppb+HG0QTIulz8YUB9tgv1pDRruWk87nZC3our56pzIWaqXEbaWyamdzA==",
                 *       "signature": "MEUCIEHwEYDCSYUKDUzknSY5gS6fRJQ3X+Wx7v3/vKkb1aIxAiEAge+qPt6Dn0HU8wVfUI3gYwaWyB8W10vfSkcJ/sb901E="
                 *     }
                 */
                "application/json": components["schemas"]["RegisterCaptureKeyRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success, `170` Attestation Refused. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisterCaptureKeyAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            409: components["responses"]["refusedStep"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
            507: components["responses"]["refused507"];
        };
    };
    /** A key that was registered. */
    captureKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the key, from its registration.
                 * @example 8f14e45f-ceea-467f-a8d2-6f1c1ad2b7f0
                 */
                capture_key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureKeyAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** End a key, such as that of a phone that was lost. Frames that it signs from now on are refused, and verdicts that are still to come say `key-ended`. */
    revokeCaptureKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the key, from its registration.
                 * @example 8f14e45f-ceea-467f-a8d2-6f1c1ad2b7f0
                 */
                capture_key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokeCaptureKeyAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            404: components["responses"]["refused404"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** What the organisation believes and asks of captures. */
    captureSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureSettingsAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Set what the organisation believes and asks of captures. What is left out is as if nothing was set. Keys that are registered stay good until they end. */
    changeCaptureSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "require": "signed",
                 *       "android_apps": [
                 *         {
                 *           "package": "vn.example.bank",
                 *           "digests": [
                 *             "1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a"
                 *           ],
                 *           "least_version": 400
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ChangeCaptureSettingsRequest"];
            };
        };
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeCaptureSettingsAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
    /** Which versions of your apps registered keys, by the quarter. The newest quarter first, at most 1,000 rows. They are counts: no device and no person is in them, and they stay when keys end. A test key sees none: no persona has a phone. */
    appVersions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered: result_code `200` Success. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-selfsame-ignored-fields": components["headers"]["IgnoredFields"];
                    "x-selfsame-trailing-bytes": components["headers"]["TrailingBytes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppVersionsAnswer"];
                };
            };
            400: components["responses"]["refused400"];
            401: components["responses"]["refused401"];
            403: components["responses"]["refused403"];
            408: components["responses"]["refused408"];
            413: components["responses"]["refused413"];
            415: components["responses"]["refused415"];
            422: components["responses"]["refused422"];
            429: components["responses"]["refused429"];
            500: components["responses"]["refused500"];
            503: components["responses"]["refused503"];
        };
    };
}
