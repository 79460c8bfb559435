-- remember how an inspection ended
INSERT INTO apiary.inspection (hive_id, last_error)
VALUES (?, ?)
ON CONFLICT (hive_id) /* keep */ DO NOTHING;
