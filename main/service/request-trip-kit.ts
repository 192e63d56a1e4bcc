import type { ServiceMessage } from '../common/failure.ts';
import type { Trip } from '../common/trip.ts';
import { fillRequestTemplate } from '../profile/request-template.ts';
import { readTripkitId } from '../profile/tripkit-id.ts';
import { answerFailure, type BearerCallOptions, bearerCall, unreadableAnswer } from './bearer-call.ts';
import { readMessages } from './messages.ts';

/** An accepted request. */
export interface AcceptedRequest {
  tripkit_id: string;
  messages: ServiceMessage[];
}

/**
 * Requests the generation of a trip kit (interface document, 4.2), entirely from the profile's template. Sends once; from
 * the failure's `maybe_received`, `status` and `remedy` the caller decides whether to send again.
 *
 * @throws CallFailure; TripKitError of kind `config` if the template can't be filled: nothing was sent then
 */
export async function requestTripKit(options: BearerCallOptions & { trip: Trip }): Promise<AcceptedRequest> {
  const { profile, trip } = options;
  const { method, path, body } = fillRequestTemplate(profile, trip);
  const { answer, json, place } = await bearerCall(options, { method, path, body, fresh: true });
  if (answer.status < 200 || answer.status > 299) throw answerFailure(answer, place);
  const tripkit_id = readTripkitId(profile, { json, headers: answer.headers });
  if (!tripkit_id) {
    throw unreadableAnswer(
      answer,
      place,
      'no_tripkit_id',
      'accepted the request, but its answer has no tripkit_id where the profile says (request.tripkit_id)',
      {
        advice: 'The kit is probably being generated: ask your airline’s IT to correct the profile first.',
        page: 'Ask the service or your scheduler whether it has this request.',
      },
    );
  }
  return { tripkit_id, messages: readMessages(json) };
}
