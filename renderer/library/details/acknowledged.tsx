import { useEffect, useState } from 'react';
import type { Acknowledgement, Kit } from '../../../preload/contract.ts';
import { formatUtc } from '../../design/format.ts';
import { messagesToRead } from '../../kits/message-words.ts';
import { useBridge } from '../../state/registry.tsx';
import { strings } from '../../strings/strings.ts';

/** Who has read the messages of the present document and when; or that they are still to be read. */
export function Acknowledged({ kit }: { kit: Kit }) {
  const bridge = useBridge();
  const [last, setLast] = useState<Acknowledgement | null>(null);
  const { id, acknowledged } = kit;
  const wanted = messagesToRead(kit).length > 0;
  const sha256 = kit.document?.sha256 ?? null;
  useEffect(() => {
    let here = true;
    setLast(null);
    if (acknowledged && wanted)
      bridge.kits.acknowledgements(id).then(
        (list) => here && setLast(list.findLast((one) => one.document_sha256 === sha256) ?? null),
        // Without it only this line is missing.
        () => {},
      );
    return () => {
      here = false;
    };
  }, [bridge, id, acknowledged, wanted, sha256]);
  if (!wanted) return null;
  if (!acknowledged && kit.state === 'ready')
    return <p className="muted">{strings.opening.acknowledge.toRead}</p>;
  if (!last) return null;
  return <p className="muted">{strings.opening.acknowledge.given(last.by, formatUtc(last.at))}</p>;
}
