/** A position as Traccar 6 forwards it, field for field, of a tracker at a time. */
export const traccarPosition = (uniqueId: string, fixTime: string, given: Record<string, unknown> = {}) => ({
  position: {
    id: 0,
    attributes: {
      ...{ sat: 9, event: 0, ignition: true, motion: true, distance: 41.2, totalDistance: 1205121.4, power: 12.6 },
      ...{ batteryLevel: 87, hours: 172800000 },
      ...(given.attributes as object | undefined),
    },
    deviceId: 17,
    protocol: 'gt06',
    serverTime: fixTime,
    deviceTime: fixTime,
    fixTime,
    valid: true,
    latitude: 5.6037,
    longitude: -0.187,
    altitude: 61,
    speed: 20,
    course: 271,
    address: null,
    accuracy: 0,
    network: null,
    geofenceIds: null,
    ...Object.fromEntries(Object.entries(given).filter(([name]) => name !== 'attributes')),
  },
  device: {
    id: 17,
    attributes: {},
    groupId: 0,
    name: 'GR 1234-20',
    uniqueId,
    status: 'online',
    lastUpdate: fixTime,
    positionId: 0,
    phone: '',
    model: '',
    contact: '',
    category: 'car',
    disabled: false,
    expirationTime: null,
  },
});

/** An event as Traccar 6 forwards it, with its position. */
export const traccarEvent = (
  uniqueId: string,
  eventTime: string,
  event: { type: string; attributes?: Record<string, unknown>; geofence?: object },
  position: Record<string, unknown> | null = {},
) => {
  const sent = traccarPosition(uniqueId, eventTime, position ?? {});
  const { geofence, ...own } = event;
  return {
    event: { id: 311, attributes: {}, deviceId: 17, eventTime, positionId: 0, geofenceId: 0, maintenanceId: 0, ...own },
    ...(position && { position: sent.position }),
    device: sent.device,
    ...(geofence && { geofence: { id: 3, attributes: {}, description: '', calendarId: 0, ...geofence } }),
  };
};
